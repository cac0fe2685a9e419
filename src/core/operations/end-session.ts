/**
 * Ends a hosted checkout of an order for good. The order says so itself, under its fence: a payment that was begun
 * before ends as it does, and one that has read the order before cannot begin afterwards.
 */
import { RACED, retryRaces } from '../../platform/races.ts';
import { newOrder } from '../order/order.ts';
import type { Clock, Orders, StoredOrder } from '../ports/index.ts';

/** ENDED: also if it had ended before. UNDER_WAY: a transaction of the order is being sent, so nothing was changed. */
export type SessionEnd = 'ENDED' | 'UNDER_WAY';

/** @param session the key of the checkout's session */
export async function endSession(
  { orders }: { readonly orders: Pick<Orders, 'find' | 'record'> },
  { merchantKey, orderId }: Pick<StoredOrder, 'merchantKey' | 'orderId'>,
  session: number,
): Promise<SessionEnd> {
  const ended = await retryRaces(async () => {
    const order = await orders.find(merchantKey, orderId);
    if (order === undefined || order.lockedBy !== null) {
      return 'UNDER_WAY';
    }
    const { endedSessions = [] } = order.state;
    if (endedSessions.includes(session)) {
      return 'ENDED';
    }
    const state = { ...order.state, endedSessions: [...endedSessions, session] };
    const isEnded = await orders.record({ order: { ...order, state, fence: order.fence + 1 }, transactions: [] });
    return isEnded ? 'ENDED' : RACED;
  });
  return ended === RACED ? 'UNDER_WAY' : ended;
}

/** An order that is not stored yet, as its checkout describes it. */
export interface UntriedOrder extends Pick<StoredOrder, 'key' | 'merchantKey' | 'orderId'> {
  /** ISO 4217. */
  readonly currency: string;
  /** Minor units. */
  readonly amount: bigint;
}

/**
 * Ends a checkout that nobody has tried to pay. Its order is stored without a transaction, and says so: of this and a
 * payment that begins, one alone can store the order, and the other one reads it then.
 *
 * @param session the key of the checkout's session
 * @returns false if the order exists; nothing was changed then
 */
export function endUntriedSession(
  { orders, clock }: { readonly orders: Pick<Orders, 'insert'>; readonly clock: Clock },
  { currency, amount, ...order }: UntriedOrder,
  session: number,
): Promise<boolean> {
  const now = clock.now();
  const state = { ...newOrder(currency, amount), endedSessions: [session] };
  return orders.insert({ ...order, state, lockedBy: null, fence: 0, createdAt: now, updatedAt: now });
}
