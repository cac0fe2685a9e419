/** /v1/notifications: registers webhooks, reads and resends events, verifies signatures. */
import { newResourceId } from '../ids.ts';
import type { PayPalWebhookRow } from '../ledger/rows.ts';
import type { PayPalOperation, PayPalOperationContext } from '../operation.ts';
import { notFound } from '../refusal.ts';
import { EVENT_TYPES, queueDeliveries } from '../webhooks/events.ts';
import { AUTH_ALGORITHM, certificateId, isGenuine } from '../webhooks/signature.ts';

const BASE = '/v1/notifications';

interface Verification {
  readonly auth_algo: string;
  readonly cert_url: string;
  readonly transmission_id: string;
  readonly transmission_sig: string;
  readonly transmission_time: string;
  readonly webhook_id: string;
  readonly webhook_event: object;
}

export const createWebhook: PayPalOperation = {
  name: 'webhooks.create',
  method: 'POST',
  path: `${BASE}/webhooks`,
  act: ({ ledger, account, body }) =>
    ledger.webhooks.add({
      id: newResourceId(),
      merchant: account.merchantId,
      url: (body as { url: string }).url,
    }).id,
  show: (context, id) => ({ status: 201, body: webhookOf(context, ownWebhook(context, id)) }),
};

export const listWebhooks: PayPalOperation = {
  name: 'webhooks.list',
  method: 'GET',
  path: `${BASE}/webhooks`,
  act: () => '',
  show: (context) => {
    const own = context.ledger.webhooks.all({ merchant: context.account.merchantId });
    return { status: 200, body: { webhooks: own.map((row) => webhookOf(context, row)) } };
  },
};

export const deleteWebhook: PayPalOperation = {
  name: 'webhooks.delete',
  method: 'DELETE',
  path: `${BASE}/webhooks/:id`,
  act(context) {
    context.ledger.webhooks.remove(ownWebhook(context, context.id));
    return context.id;
  },
  show: () => ({ status: 204 }),
};

export const getEvent: PayPalOperation = {
  name: 'events.get',
  method: 'GET',
  path: `${BASE}/webhooks-events/:id`,
  act: (context) => context.id,
  show: (context, id) => ({ status: 200, body: JSON.parse(ownEvent(context, id).body) as object }),
};

export const resendEvent: PayPalOperation = {
  name: 'events.resend',
  method: 'POST',
  path: `${BASE}/webhooks-events/:id/resend`,
  act(context) {
    const { id, merchant } = ownEvent(context, context.id);
    queueDeliveries(context.ledger, id, merchant);
    return id;
  },
  show: (context, id) => ({ status: 202, body: JSON.parse(ownEvent(context, id).body) as object }),
};

export const verifySignature: PayPalOperation = {
  name: 'webhooks.verify',
  method: 'POST',
  path: `${BASE}/verify-webhook-signature`,
  act: () => '',
  show: (context) => ({
    status: 200,
    body: { verification_status: isVerified(context, context.body as Verification) ? 'SUCCESS' : 'FAILURE' },
  }),
};

function isVerified({ ledger, account, signer, resources }: PayPalOperationContext, given: Verification): boolean {
  const webhook = ledger.webhooks.find({ id: given.webhook_id });
  const transmission = {
    transmissionId: given.transmission_id,
    time: given.transmission_time,
    webhookId: given.webhook_id,
    body: JSON.stringify(given.webhook_event),
  };
  return (
    webhook?.merchant === account.merchantId &&
    given.auth_algo === AUTH_ALGORITHM &&
    given.cert_url === resources.certificateUrl(certificateId(signer)) &&
    isGenuine(transmission, given.transmission_sig, signer)
  );
}

function ownWebhook({ ledger, account }: PayPalOperationContext, id: string): PayPalWebhookRow {
  const webhook = ledger.webhooks.find({ id });
  if (webhook?.merchant !== account.merchantId) {
    throw notFound('webhook_id', id);
  }
  return webhook;
}

function ownEvent({ ledger, account }: PayPalOperationContext, id: string) {
  const event = ledger.events.find({ id });
  if (event?.merchant !== account.merchantId) {
    throw notFound('event_id', id);
  }
  return event;
}

/** Every webhook gets every event type of the simulator. */
function webhookOf({ resources }: PayPalOperationContext, { id, url }: PayPalWebhookRow): object {
  const href = resources.url(`${BASE}/webhooks/${id}`);
  return {
    id,
    url,
    event_types: EVENT_TYPES.map((name) => ({ name })),
    links: [
      { href, rel: 'self', method: 'GET' },
      { href, rel: 'delete', method: 'DELETE' },
    ],
  };
}
