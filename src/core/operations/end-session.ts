/**
 * Ends a hosted checkout of an order for good. The order says so itself, under its fence: a payment that was begun
 * before ends as it does, and one that has read the order before cannot begin afterwards.
 */
import { RACED, retryRaces } from '../../platform/races.ts';
import type { Orders, StoredOrder } from '../ports/index.ts';

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
