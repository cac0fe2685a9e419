/** A result that was open becomes known: order, transaction, notification, and what is to be asked next, in one commit. */

import type { BrowserEvent } from './browser/records.ts';
import { snapshot } from './finish.ts';
import { type NotificationParts, storing, telling } from './notifications.ts';
import { isOpen, isOpenCode, settleMovement } from './order.ts';
import type { Clock } from './ports.ts';
import type { Orders, StoredOrder, StoredTransaction, TransactionOutcome } from './records.ts';

export interface SettleParts {
  readonly clock: Clock;
  readonly orders: Orders;
  readonly notifications: NotificationParts;
}

export interface Settling {
  readonly merchantId: string;
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly became: Pick<TransactionOutcome, 'gatewayCode' | 'provider' | 'reply'>;
  /** Of a browser payment: what is noted with it. */
  readonly events?: readonly BrowserEvent[];
  /** When to ask all the same. */
  readonly followUpAt?: number;
}

/**
 * @returns the transaction as it is stored now; undefined when it is not open, or another operation holds the order or changed it
 * meanwhile: nothing is written then
 */
export async function settle(
  parts: SettleParts,
  { merchantId, order, transaction, became, events, followUpAt }: Settling,
): Promise<StoredTransaction | undefined> {
  // Both are asked: they were read one after the other, and the order, whose fence guards what is written, may know better.
  const movement = order.state.movements.find(({ transactionId }) => transactionId === transaction.transactionId);
  const isOpenStill = transaction.outcome !== undefined && isOpenCode(transaction.outcome.gatewayCode);
  if (!isOpenStill || movement === undefined || !isOpen(movement) || order.lockedBy !== null) return undefined;
  const { clock, orders, notifications } = parts;
  const now = clock.now();
  const state = settleMovement(order.state, transaction.transactionId, became.gatewayCode);
  const after = { ...order, state, fence: order.fence + 1, updatedAt: now };
  const outcome = { ...transaction.outcome, ...became, order: snapshot(after) };
  const settled = { ...transaction, outcome, updatedAt: now };
  const told = await telling(parts, { merchantId, order: after, transaction: settled, events });
  const settling = {
    ...told,
    transaction: settled,
    outcome,
    ...(events && { events }),
    ...(followUpAt !== undefined && { followUpAt }),
  };
  return (await storing(notifications, settling, (one) => orders.settle(one))) ? settled : undefined;
}
