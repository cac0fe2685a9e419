/** Sends PayPal's signed webhooks. Deliveries to a deleted webhook are dropped. */
import { type DeliveriesDependencies, DeliveryQueue, deliveriesIn } from '../../kit/deliveries.ts';
import type { PayPalFaults, WebhookMode } from '../faults.ts';
import type { PayPalLedger } from '../ledger/ledger.ts';
import type { PayPalDeliveryRow } from '../ledger/rows.ts';
import type { Signers } from './signers.ts';
import { transmissionOf } from './transmissions.ts';

export type WebhookSender = DeliveryQueue<PayPalDeliveryRow, WebhookMode>;

export interface WebhookSenderDependencies
  extends Pick<DeliveriesDependencies<PayPalDeliveryRow, WebhookMode>, 'changed' | 'log'> {
  readonly ledger: PayPalLedger;
  readonly faults: PayPalFaults;
  readonly signers: Signers;
  /** Returns the prefix of the simulator's addresses. */
  readonly base: () => string;
}

export function webhookSender(dependencies: WebhookSenderDependencies): WebhookSender {
  const { ledger, faults, signers, base, log, changed } = dependencies;
  return new DeliveryQueue<PayPalDeliveryRow, WebhookMode>({
    ...deliveriesIn(ledger.deliveries),
    faults: faults.webhooks,
    name: 'PayPal’s stand-in',
    log,
    changed,
    post: ({ event_id, webhook_id }, mode) => {
      const event = ledger.events.find({ id: event_id });
      const webhook = ledger.webhooks.find({ id: webhook_id });
      return event === undefined || webhook === undefined
        ? undefined
        : { url: webhook.url, ...transmissionOf(event, webhook_id, mode, { signers, base: base() }) };
    },
  });
}
