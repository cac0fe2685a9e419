/** Notifications to a merchant's server, as the console reads them, and the request to send one again. */
import type { Merchant } from '../core/index.ts';
import {
  type NotificationReadModel,
  type NotificationView,
  notificationId,
  notificationKey,
  type OrderIndex,
  type OrderPosition,
} from '../core/ports/index.ts';
import type { SignedIn } from './access.ts';
import { type ActDependencies, type CallResult, carryOutRecorded } from './acts.ts';
import type { BrowserCaller } from './sign-in.ts';

export interface ConsoleNotifications extends Pick<NotificationReadModel, 'ofOrder' | 'tries'> {
  find(key: number): Promise<NotificationView | undefined>;
  /** The merchant's notifications that wait after a failed try, those that are due first before the others. */
  failing(merchantKey: number, limit: number): Promise<readonly NotificationView[]>;
  /** The body as it was sent; null if it is not kept any more. */
  body(key: number): Promise<string | null>;
  /** The addresses that answered 410 Gone, and when. */
  switchedOff(merchantKey: number): Promise<ReadonlyMap<string, number>>;
}

export interface NotificationDependencies {
  readonly notifications: ConsoleNotifications;
}

/** @returns undefined for a notification of another merchant, as for one that does not exist */
export async function findNotification(
  { notifications }: NotificationDependencies,
  { id: merchantId }: Merchant,
  id: string,
): Promise<NotificationView | undefined> {
  const key = notificationKey(id);
  const view = key === undefined ? undefined : await notifications.find(key);
  return view?.merchantId === merchantId ? view : undefined;
}

/** Orders whose notifications are on one page. */
const ORDERS_A_PAGE = 40;

export interface NotificationList {
  /** The newest first. */
  readonly notifications: readonly NotificationView[];
  /** Where the next page begins; absent on the last one. */
  readonly next?: OrderPosition | undefined;
}

/**
 * Reads the notifications of the orders that changed last. Notifications have no merchant of their own: an index of
 * them would cost each payment a write.
 */
export async function notificationsOfOrders(
  { notifications, orderIndex }: NotificationDependencies & { readonly orderIndex: Pick<OrderIndex, 'search'> },
  { key: merchantKey }: Merchant,
  after: OrderPosition | undefined,
): Promise<NotificationList> {
  const search = { merchantKey, filters: {}, sort: 'LAST_CHANGED', limit: ORDERS_A_PAGE, after } as const;
  const { orders, next } = await orderIndex.search(search);
  const found = await Promise.all(orders.map(({ orderKey }) => notifications.ofOrder(orderKey)));
  return { notifications: found.flat().sort((one, other) => other.key - one.key), next };
}

/** Sending one again that is under way, or was delivered, sends it once more, at most once a minute. */
export function resendNotification(
  dependencies: ActDependencies,
  { person }: SignedIn,
  { merchant, view }: { readonly merchant: Merchant; readonly view: NotificationView },
  { address }: BrowserCaller,
): Promise<CallResult> {
  const [operation, notification] = ['RESEND_NOTIFICATION', notificationId(view.key)] as const;
  const ids = { order: view.orderId, notification };
  return carryOutRecorded(dependencies, person, {
    call: { operation, merchant, ids, body: { apiOperation: operation }, address },
    action: 'console notification resent',
    subject: ids,
  });
}
