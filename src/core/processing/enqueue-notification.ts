/**
 * Decides which outcomes of an order are notified, and to which URL. A notification is created with the outcome and
 * becomes durable in the same commit. Delivery is separate.
 */

import type { RequestFields } from '../../contract/request-fields.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { OrderNotifications } from '../order/order-notifications.ts';
import type {
  BrowserEvent,
  NewNotification,
  NotificationDependencies,
  Orders,
  SettledPart,
  StoredOrder,
  StoredTransaction,
} from '../ports/index.ts';
import { heldUntil } from './held-notification.ts';

/**
 * The URL for notifications of a request's outcomes: the request's own, or else that of an earlier request of the
 * order, or else that of the merchant profile.
 */
export function notificationUrl(
  named: string | undefined,
  order: OrderNotifications | undefined,
  { notification }: MerchantProfile,
): string | undefined {
  return named ?? order?.url ?? notification?.url;
}

/**
 * The notification URL in a request's body or session.
 * @param given the request's details, without those inherited from another transaction
 */
export function namedUrl(given: RequestFields): string | undefined {
  return given.order?.notificationUrl;
}

/** The order's notification settings after a request, which may set a new URL. */
export function withNamed(
  order: OrderNotifications | undefined,
  version: number,
  named: string | undefined,
): OrderNotifications {
  const url = named ?? order?.url;
  return { version: order?.version ?? version, count: order?.count ?? 0, url };
}

interface NotificationRequest {
  readonly merchantId: string;
  /** The order after the outcome. */
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly events?: readonly BrowserEvent[] | undefined;
}

/**
 * @returns the notification, and the order with the notification counted. Without a notification URL, the unchanged
 *   order only
 */
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
  const remembered = { version, count: sequence, url: named };
  return {
    order: { ...order, state: { ...order.state, notifications: remembered } },
    notification: {
      key: orders.newKey(),
      sequence,
      version,
      url,
      receiver: receiverOf(order.merchantKey, url),
      body,
      heldUntil: heldUntil(transaction),
    },
  };
}

/**
 * Persists an outcome with its notification, and passes the notification to the dispatcher.
 *
 * @param store persists the records
 * @returns the result of `store`
 */
export async function persistWithNotification<
  Stored extends {
    readonly order: StoredOrder;
    readonly notification?: NewNotification;
    readonly settled?: readonly Pick<SettledPart, 'notification'>[];
  },
>(
  notifications: NotificationDependencies,
  stored: Stored,
  store: (stored: Stored) => Promise<boolean>,
): Promise<boolean> {
  if (stored.notification === undefined) {
    return store(stored);
  }
  const { merchantKey, key: orderKey } = stored.order;
  const notification = claimIfFree(notifications, stored.notification);
  let isStored = false;
  try {
    isStored = await store({ ...stored, notification });
  } finally {
    if (isStored) {
      for (const { notification: earlier } of stored.settled ?? []) {
        if (earlier !== undefined) {
          notifications.stored({ ...earlier, orderKey, merchantKey });
        }
      }
      notifications.stored({ ...notification, orderKey, merchantKey });
    } else {
      notifications.dropped(notification);
    }
  }
  return isStored;
}

/**
 * Claims the notification for this process, if a sending slot is free. A notification that is held, or may have to wait
 * for predecessors, may be claimed later by any process.
 */
function claimIfFree(notifications: NotificationDependencies, notification: NewNotification): NewNotification {
  const { sequence, receiver, heldUntil: held } = notification;
  const claimedUntil = sequence === 1 && held === undefined ? notifications.reserve(receiver) : undefined;
  return claimedUntil === undefined ? notification : { ...notification, claimedUntil };
}

/** The key for limits on concurrent deliveries: one origin of one merchant. */
export function receiverOf(merchantKey: number, url: string): string {
  const [origin = url] = /^\w+:\/\/[^/?#]*/.exec(url) ?? [];
  return `${merchantKey} ${origin.toLowerCase()}`;
}

/** @param receiver as `receiverOf` named it */
export function isReceiverOf(merchantKey: number, receiver: string): boolean {
  return receiver.startsWith(`${merchantKey} `);
}

/** @param receiver as `receiverOf` named it */
export function merchantKeyOf(receiver: string): number {
  return Number(receiver.slice(0, receiver.indexOf(' ')));
}
