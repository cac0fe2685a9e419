/**
 * Whom an order tells of its outcomes, and what: made with the outcome and durable in its commit. Sending it is
 * somebody else's business, and takes as long as it takes.
 */

import type { Values } from '../contract/read.ts';
import { textAt } from '../contract/values.ts';
import type { BrowserEvent } from './browser/browser-payment-records.ts';
import type { MerchantProfile } from './merchant.ts';
import type { OrderNotifications } from './order.ts';
import type { NewNotification, Orders, StoredOrder, StoredTransaction } from './order-records.ts';

/** One outcome, to be told. */
export interface NotificationSubject {
  readonly merchantId: string;
  readonly orderId: string;
  /** With its outcome. */
  readonly transaction: StoredTransaction;
  readonly version: number;
  /** 1 for the first that the order tells, and no number is left out. */
  readonly sequence: number;
  /** Of a browser payment: what is noted with the outcome. */
  readonly events: readonly BrowserEvent[];
}

export interface NotificationDependencies {
  /** The body, whole: it stays as it is, however often it is sent. */
  body(subject: NotificationSubject): Promise<string>;
  /**
   * Room for one that nothing of its order comes before, so that it is sent as soon as it is durable. Whoever has got
   * it says `stored` or `dropped`.
   *
   * @returns when it is due again, should that try fail; undefined where there is no room
   */
  reserve(receiver: string): number | undefined;
  /** It is durable: it can be sent. */
  stored(notification: StoredNotification): void;
  /** It is not, or nobody knows. */
  dropped(notification: NewNotification): void;
  /** Something else can be sent to this receiver. */
  dispatch(receiver: string): void;
}

export interface StoredNotification extends NewNotification {
  readonly orderKey: number;
  readonly merchantKey: number;
}

const NAMED = 'order.notificationUrl';

/**
 * Where outcomes of a request are told: as it says itself, else as an earlier one of its order said, else as the
 * merchant's profile says.
 */
export function notificationUrl(
  named: string | undefined,
  order: OrderNotifications | undefined,
  { notification }: MerchantProfile,
): string | undefined {
  return named ?? order?.url ?? notification?.url;
}

/**
 * The address that a request itself names, in its body or its session.
 * @param given what of its details is not another transaction's
 */
export function namedUrl(given: Values): string | undefined {
  return textAt(given, NAMED);
}

/** The order's memory after a request that names an address, or none. */
export function withNamed(
  order: OrderNotifications | undefined,
  version: number,
  named: string | undefined,
): OrderNotifications {
  const url = named ?? order?.url;
  return { version: order?.version ?? version, count: order?.count ?? 0, ...(url !== undefined && { url }) };
}

interface NotificationRequest {
  readonly merchantId: string;
  /** After the outcome. */
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly events?: readonly BrowserEvent[] | undefined;
}

/** @returns the order, which counts it, and what is told; the order as it was where nobody wants to know */
export async function enqueueNotification(
  {
    orders,
    notifications,
  }: { readonly orders: Pick<Orders, 'newKey'>; readonly notifications: NotificationDependencies },
  { merchantId, order, transaction, events = [] }: NotificationRequest,
): Promise<{ readonly order: StoredOrder; readonly notification?: NewNotification }> {
  const { notificationUrl: url, version: requestVersion } = transaction.request;
  if (url === undefined) {
    return { order };
  }
  const { version = requestVersion, count = 0, url: named } = order.state.notifications ?? {};
  const sequence = count + 1;
  const body = await notifications.body({
    merchantId,
    orderId: order.orderId,
    transaction,
    version,
    sequence,
    events,
  });
  const remembered = { version, count: sequence, ...(named !== undefined && { url: named }) };
  return {
    order: { ...order, state: { ...order.state, notifications: remembered } },
    notification: { key: orders.newKey(), sequence, version, url, receiver: receiverOf(order.merchantKey, url), body },
  };
}

/**
 * Stores what is told with its outcome, and hands it to whoever sends it.
 *
 * @param store of what is to be stored @returns what it says
 */
export async function persistWithNotification<
  Stored extends { readonly order: StoredOrder; readonly notification?: NewNotification },
>(
  notifications: NotificationDependencies,
  stored: Stored,
  store: (stored: Stored) => Promise<boolean>,
): Promise<boolean> {
  if (stored.notification === undefined) {
    return store(stored);
  }
  const { merchantKey, key: orderKey } = stored.order;
  const notification = reserved(notifications, stored.notification);
  let isStored = false;
  try {
    isStored = await store({ ...stored, notification });
  } finally {
    if (isStored) {
      notifications.stored({ ...notification, orderKey, merchantKey });
    } else {
      notifications.dropped(notification);
    }
  }
  return isStored;
}

/**
 * With room for it, where there is some. Before a later one of its order others may wait: that is for whoever takes it
 * to find out.
 */
function reserved(notifications: NotificationDependencies, notification: NewNotification): NewNotification {
  const claimedUntil = notification.sequence === 1 ? notifications.reserve(notification.receiver) : undefined;
  return claimedUntil === undefined ? notification : { ...notification, claimedUntil };
}

/** Shares out how much is sent at a time: one host's address of one merchant. */
export function receiverOf(merchantKey: number, url: string): string {
  const [origin = url] = /^\w+:\/\/[^/?#]*/.exec(url) ?? [];
  return `${merchantKey} ${origin.toLowerCase()}`;
}
