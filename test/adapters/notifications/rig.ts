/** A sender over a real store, with a clock that the test moves and a receiver with answers set by the test. */

import { NotificationDispatcher } from '../../../src/adapters/notifications/dispatcher.ts';
import type { DeliveryRequest, DeliveryResult } from '../../../src/adapters/notifications/http-sender.ts';
import { SigningKeys } from '../../../src/adapters/notifications/signing-keys.ts';
import type { Store } from '../../../src/adapters/store/store.ts';
import { notificationSecret } from '../../../src/core/merchant/profile-key.ts';
import type { StoredOrder } from '../../../src/core/ports/index.ts';
import { receiverOf } from '../../../src/core/processing/enqueue-notification.ts';
import { openSealer } from '../../core/world.ts';
import { memoryLog } from '../acquirers/fixtures.ts';
import { NOW, storeIntent } from '../store/stored-transactions.ts';

export const HOOK = 'https://shop.example/hook';

/** One arrival. */
export interface Arrival {
  readonly id: string;
  readonly attempt: number;
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: number;
}

export const receipt = (status: number | null, more: Partial<DeliveryResult> = {}): DeliveryResult => ({
  isDelivered: status === 200,
  status,
  failure: status === 200 ? null : `It answered ${status}.`,
  answer: 'noted',
  durationMs: 5,
  isSilent: status === null,
  ...more,
});

type Says = (arrival: Arrival) => DeliveryResult | Promise<DeliveryResult>;

export interface World {
  now: number;
  says: Says;
  readonly arrivals: Arrival[];
}

export function newWorld(says: Says = () => receipt(200)): World {
  return { now: NOW, says, arrivals: [] };
}

/** A worker of one process. @param chance of the jitter: 0.5 gives no jitter */
export function senderOn(store: Store, world: World, chance: () => number = () => 0.5) {
  const log = memoryLog();
  const clock = { now: () => world.now };
  const sender = new NotificationDispatcher({
    outbox: store.notifications,
    httpSender: {
      async deliver({ url, body, headers }: DeliveryRequest) {
        const arrival = {
          id: headers['webhook-id'] ?? '',
          attempt: Number(headers['X-Notification-Attempt']),
          url,
          body,
          headers,
          at: world.now,
        };
        world.arrivals.push(arrival);
        return world.says(arrival);
      },
    },
    keys: new SigningKeys({ keys: store.notifications, sealer: openSealer, clock }),
    supportCode: (orderKey) => `code of ${orderKey}`,
    secret: async (key) => {
      const merchant = await store.merchants.byKey(key);
      return merchant && notificationSecret(merchant.profile, openSealer);
    },
    clock,
    isAlive: () => true,
    chance,
    log,
  });
  /** One poll, and all its deliveries. */
  const round = async () => {
    await sender.poll();
    await sender.idle();
  };
  return { sender, log, round };
}

/** The earliest due time. */
export async function nextDue(store: Store): Promise<number | undefined> {
  const dues = (await store.notifications.receivers()).map(({ dueAt }) => dueAt);
  return dues.length === 0 ? undefined : Math.min(...dues);
}

/** An order with notifications. @returns the notifications' keys, and a function to add more */
export async function notifier(
  store: Store,
  orderId: string,
  url = HOOK,
  at = NOW,
  shop = 'SHOP',
  claimedUntil?: number,
  heldUntil?: number,
) {
  const keys: number[] = [];
  const first = await storeIntent(store, orderId, at, shop);
  let order: StoredOrder = { ...first.order, lockedBy: null };
  let sequence = 0;
  const { transaction } = first;
  const enqueue = async (to = url, claimedUntil?: number, heldUntil?: number): Promise<number> => {
    sequence += 1;
    const key = store.orders.newKey();
    const notification = {
      key,
      sequence,
      version: 100,
      url: to,
      receiver: receiverOf(order.merchantKey, to),
      body: `{"order":"${orderId}","sequence":${sequence}}`,
      ...(claimedUntil !== undefined && { claimedUntil }),
      heldUntil,
    };
    const { movements: _, ...totals } = order.state;
    const { createdAt, updatedAt } = order;
    const outcome = {
      gatewayCode: 'APPROVED',
      order: { ...totals, status: 'CAPTURED', createdAt, updatedAt },
    } as const;
    const finished = { transaction: { ...transaction, outcome }, outcome, notification };
    const isFirst = sequence === 1;
    order = isFirst ? first.order : { ...order, fence: order.fence + 1 };
    const done = await (isFirst
      ? store.orders.complete({ ...finished, order })
      : store.orders.resolvePending({ ...finished, order: { ...order, lockedBy: null } }));
    if (!done) {
      throw new Error('It could not be stored.');
    }
    order = { ...order, lockedBy: null };
    keys.push(key);
    return key;
  };
  await enqueue(url, claimedUntil, heldUntil);
  return { keys, enqueue, orderKey: order.key, receiver: receiverOf(order.merchantKey, url) };
}
