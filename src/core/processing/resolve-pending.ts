/** Resolves a pending result: persists order, transaction, notification and the next status query in one commit. */

import { isOpen, isOpenCode, resolveMovement } from '../order/order.ts';
import { snapshot } from '../order/order-snapshot.ts';
import type {
  BrowserEvent,
  Clock,
  NewReversal,
  NotificationDependencies,
  Orders,
  SavedCards,
  StoredOrder,
  StoredTransaction,
  TransactionOutcome,
} from '../ports/index.ts';
import { agreedBy } from './agreed-by.ts';
import { enqueueNotification, persistWithNotification } from './enqueue-notification.ts';
import { owesMail } from './owes-receipt.ts';
import { savedToken } from './saved-token.ts';

export interface ResolvePendingDependencies {
  readonly clock: Clock;
  readonly orders: Orders;
  readonly notifications: NotificationDependencies;
  readonly savedCards: SavedCards;
}

export interface PendingResolution {
  readonly merchantId: string;
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly became: Pick<TransactionOutcome, 'gatewayCode' | 'isByHand' | 'provider' | 'reply'>;
  /** For a browser payment: the events to store with the result. */
  readonly events?: readonly BrowserEvent[];
  /** The time of a further status query after the result, if one is needed. */
  readonly followUpAt?: number;
  /** The reversal of a hold that is released. */
  readonly reversal?: NewReversal;
}

/**
 * @returns the transaction as stored; undefined if its result is not open, or another operation has locked or changed
 *   the order; no row is written then
 */
export async function resolvePending(
  dependencies: ResolvePendingDependencies,
  { merchantId, order, transaction, became, events, followUpAt, reversal }: PendingResolution,
): Promise<StoredTransaction | undefined> {
  // Check both, because they were not read at the same time. The order, whose fence guards the write, may be newer than
  // the transaction.
  const movement = order.state.movements.find(({ transactionId }) => transactionId === transaction.transactionId);
  const isOpenStill = transaction.outcome !== undefined && isOpenCode(transaction.outcome.gatewayCode);
  if (!isOpenStill || movement === undefined || !isOpen(movement) || order.lockedBy !== null) {
    return undefined;
  }
  const { clock, orders, notifications } = dependencies;
  const now = clock.now();
  const released = reversal === undefined ? undefined : true;
  const state = resolveMovement(order.state, transaction.transactionId, became.gatewayCode, released);
  const after = { ...order, state, fence: order.fence + 1, updatedAt: now };
  const saved = await savedToken(dependencies.savedCards, order.merchantKey, transaction, became.gatewayCode);
  const outcome = {
    ...transaction.outcome,
    ...became,
    ...(saved !== undefined && { savedToken: saved }),
    order: snapshot(after),
  };
  const resolved = { ...transaction, outcome, updatedAt: now };
  const agreed = agreedBy(resolved);
  const notified = await enqueueNotification(dependencies, { merchantId, order: after, transaction: resolved, events });
  const resolution = {
    ...notified,
    transaction: resolved,
    outcome,
    owesReceipt: await owesMail(orders, after, resolved),
    agreed,
    events,
    followUpAt,
    reversal,
  };
  return (await persistWithNotification(notifications, resolution, (one) => orders.resolvePending(one)))
    ? resolved
    : undefined;
}
