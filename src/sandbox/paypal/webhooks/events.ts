/** Webhook events: queued in the commit of what they report, and delivered from then on until acknowledged. */
import { newEventId, newResourceId } from '../ids.ts';
import type { PayPalLedger } from '../ledger/ledger.ts';

/** Types of events, with PayPal's type of the resource and the version of its form. */
const RESOURCES = {
  'CHECKOUT.ORDER.APPROVED': ['checkout-order', '2.0'],
  'CHECKOUT.ORDER.COMPLETED': ['checkout-order', '2.0'],
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED': ['checkout-order', '2.0'],
  'PAYMENT.AUTHORIZATION.CREATED': ['authorization', '2.0'],
  'PAYMENT.AUTHORIZATION.VOIDED': ['authorization', '2.0'],
  'PAYMENT.CAPTURE.COMPLETED': ['capture', '2.0'],
  'PAYMENT.CAPTURE.DECLINED': ['capture', '2.0'],
  'PAYMENT.CAPTURE.PENDING': ['capture', '2.0'],
  'PAYMENT.CAPTURE.REFUNDED': ['refund', '2.0'],
  'PAYMENT.REFUND.PENDING': ['refund', '2.0'],
  'PAYMENT.REFUND.FAILED': ['refund', '2.0'],
  'CUSTOMER.DISPUTE.CREATED': ['dispute', undefined],
  'CUSTOMER.DISPUTE.UPDATED': ['dispute', undefined],
  'CUSTOMER.DISPUTE.RESOLVED': ['dispute', undefined],
} as const satisfies Readonly<Record<string, readonly [string, string | undefined]>>;

export type EventType = keyof typeof RESOURCES;

export interface EventSource {
  /** The account that the event is about. */
  readonly merchant: string;
  readonly type: EventType;
  readonly resource: object;
  readonly now: number;
  readonly base: string;
}

/** Within a commit: queues an event for each webhook of the account. */
export class EventQueue {
  readonly #ledger: PayPalLedger;
  readonly #delayMs: () => number;

  /** @param delayMs how late deliveries are due; real milliseconds */
  constructor(ledger: PayPalLedger, delayMs: () => number) {
    this.#ledger = ledger;
    this.#delayMs = delayMs;
  }

  add({ merchant, type, resource, now, base }: EventSource): void {
    const id = newEventId();
    const self = `${base}/v1/notifications/webhooks-events/${id}`;
    const [resourceType, resourceVersion] = RESOURCES[type];
    const event = {
      id,
      event_version: '1.0',
      create_time: new Date(now).toISOString(),
      resource_type: resourceType,
      ...(resourceVersion !== undefined && { resource_version: resourceVersion }),
      event_type: type,
      summary: `${type} in the sandbox`,
      resource,
      links: [
        { href: self, rel: 'self', method: 'GET' },
        { href: `${self}/resend`, rel: 'resend', method: 'POST' },
      ],
    };
    this.#ledger.events.add({ id, merchant, type, body: JSON.stringify(event), created_at: now });
    for (const webhook of this.#ledger.webhooks.all({ merchant })) {
      this.#ledger.deliveries.add({
        id: newResourceId(),
        event_id: id,
        webhook_id: webhook.id,
        tries: 0,
        due_at: now + this.#delayMs(),
        is_acknowledged: 0,
      });
    }
  }
}
