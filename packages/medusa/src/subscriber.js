/**
 * Applies the gateway's notifications to Medusa. Medusa's own subscriber knows payments that were authorized or
 * captured, and no other news: this one also records refunds, part captures, voids and chargebacks that were made at
 * the gateway.
 */
import { Modules, PaymentWebhookEvents } from '@medusajs/framework/utils';
import { bringUpToDate } from './bring-up-to-date.js';
import { countApplied } from './check/unapplied.js';
import { readNotification, registerSubscriber } from './turn.js';

/** The prefix of the providers' ids in the addresses of notifications. */
const PROVIDERS = 'turnpike_';
/** Completing a cart takes Medusa some seconds. */
const TURN_SECONDS = 60;

/** @import { MedusaContainer, ProviderWebhookPayload } from '@medusajs/framework/types' */
/** @import { Gateway } from './bring-up-to-date.js' */

registerSubscriber();

export const config = { event: PaymentWebhookEvents.WebhookReceived, context: { subscriberId: 'turnpike' } };

/** @param {import('@medusajs/framework/subscribers').SubscriberArgs<ProviderWebhookPayload>} args */
export default async function turnpikeHandler({ event: { data }, container }) {
  if (!data.provider.startsWith(PROVIDERS)) {
    return;
  }
  try {
    await apply(data, container);
  } finally {
    countApplied();
  }
}

/**
 * @param {ProviderWebhookPayload} notification
 * @param {MedusaContainer} container
 */
async function apply({ provider, payload }, container) {
  const rawData = bufferOf(payload.rawData);
  const payments = container.resolve(Modules.PAYMENT);
  const event = { provider, payload: { ...payload, rawData } };
  const { data } = await readNotification(() => payments.getWebhookActionAndData(event));
  if (data === undefined) {
    return;
  }
  const { session_id: sessionId, gateway } = /** @type {typeof data & { gateway: Gateway }} */ (data);
  await container
    .resolve(Modules.LOCKING)
    .execute(`turnpike:${sessionId}`, () => bringUpToDate(container, sessionId, gateway), { timeout: TURN_SECONDS });
}

/**
 * An event bus that stores its events in JSON makes an object of a buffer.
 *
 * @param {string | Buffer | { readonly data: readonly number[] }} raw
 * @returns {string | Buffer}
 */
function bufferOf(raw) {
  return typeof raw === 'object' && 'data' in raw ? Buffer.from(raw.data) : raw;
}
