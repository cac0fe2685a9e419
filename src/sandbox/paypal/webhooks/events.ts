/** Webhook events, queued in the commit of the change that they report. */
import { newEventId, newResourceId } from '../ids.ts';
import type { PayPalLedger } from '../ledger/ledger.ts';

/** The event types, each with PayPal's resource type and version. */
export const EVENT_RESOURCES = {
  'CHECKOUT.ORDER.APPROVED': ['checkout-order', '2.0'],
  'CHECKOUT.ORDER.COMPLETED': ['checkout-order', '2.0'],
  'PAYMENT.AUTHORIZATION.CREATED': ['authorization', '2.0'],
  'PAYMENT.AUTHORIZATION.VOIDED': ['authorization', '2.0'],
  'PAYMENT.CAPTURE.COMPLETED': ['capture', '2.0'],
  'PAYMENT.CAPTURE.DECLINED': ['capture', '2.0'],
  'PAYMENT.CAPTURE.PENDING': ['capture', '2.0'],
  'PAYMENT.CAPTURE.REFUNDED': ['refund', '2.0'],
  'PAYMENT.CAPTURE.REVERSED': ['refund', '2.0'],
  'PAYMENT.REFUND.PENDING': ['refund', '2.0'],
  'PAYMENT.REFUND.FAILED': ['refund', '2.0'],
  'CUSTOMER.DISPUTE.CREATED': ['dispute', undefined],
  'CUSTOMER.DISPUTE.UPDATED': ['dispute', undefined],
  'CUSTOMER.DISPUTE.RESOLVED': ['dispute', undefined],
} as const satisfies Readonly<Record<string, readonly [string, string | undefined]>>;

export type EventType = keyof typeof EVENT_RESOURCES;

export const EVENT_TYPES = Object.keys(EVENT_RESOURCES) as readonly EventType[];

export interface EventSource {
  /** The account that the event concerns. */
  readonly merchant: string;
  readonly type: EventType;
  readonly resource: object;
  readonly now: number;
  readonly base: string;
}

/** Queues an event for each webhook of the account. Call within a commit. @returns the event */
export function queueEvent(ledger: PayPalLedger, { merchant, type, resource, now, base }: EventSource) {
  const id = newEventId();
  const self = `${base}/v1/notifications/webhooks-events/${id}`;
  const [resourceType, resourceVersion] = EVENT_RESOURCES[type];
  const event = {
    id,
    event_version: '1.0',
    create_time: new Date(now).toISOString(),
    resource_type: resourceType,
    resource_version: resourceVersion,
    event_type: type,
    summary: `${type} in the sandbox`,
    resource,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  };
  ledger.events.add({ id, merchant, type, body: JSON.stringify(event), created_at: now });
  queueDeliveries(ledger, id, merchant);
  return event;
}

/**
 * Queues a delivery to each webhook of the account. It is due at once in real time, however far the simulator's clock
 * is ahead.
 */
export function queueDeliveries(ledger: PayPalLedger, event: string, merchant: string): void {
  for (const webhook of ledger.webhooks.all({ merchant })) {
    ledger.deliveries.add({
      id: newResourceId(),
      event_id: event,
      webhook_id: webhook.id,
      tries: 0,
      due_at: Date.now(),
      is_acknowledged: 0,
    });
  }
}
