/** Stores a person's decision on a payment that risk rules held, with the order and a notification, in one commit. */
import { resultOf } from '../../contract/gateway-codes.ts';
import { isOpen, type Movement } from '../order/order.ts';
import { snapshot } from '../order/order-snapshot.ts';
import type { StoredOrder, StoredTransaction, TransactionOutcome } from '../ports/index.ts';
import type { RiskResult, RiskReview } from '../risk/index.ts';
import { enqueueNotification, persistWithNotification } from './enqueue-notification.ts';
import type { ResolvePendingDependencies } from './resolve-pending.ts';

export interface ReviewResolution {
  readonly merchantId: string;
  readonly order: StoredOrder;
  readonly transaction: StoredTransaction;
  readonly review: RiskReview;
  /** For a rejected payment: the result of its void or refund. */
  readonly reversalResult?: RiskResult['reversalResult'];
}

/** @returns false if the payment's result is open, or another operation has locked or changed the order */
export async function resolveReview(
  { clock, orders, notifications }: Omit<ResolvePendingDependencies, 'savedCards'>,
  { merchantId, order, transaction, review, reversalResult }: ReviewResolution,
): Promise<boolean> {
  const movement = heldMovement(order, transaction);
  if (movement === undefined || isOpen(movement) || order.lockedBy !== null) {
    return false;
  }
  const now = clock.now();
  const movements = order.state.movements.map((one) =>
    one === movement ? { ...movement, review: review.decision } : one,
  );
  const after = { ...order, state: { ...order.state, movements }, fence: order.fence + 1, updatedAt: now };
  const outcome: TransactionOutcome = {
    ...transaction.outcome!,
    risk: reviewedRisk(transaction.outcome?.risk, review, reversalResult),
    order: snapshot(after),
  };
  const reviewed = { ...transaction, outcome, updatedAt: now };
  const enqueued = await enqueueNotification(
    { orders, notifications },
    { merchantId, order: after, transaction: reviewed },
  );
  const resolution = { ...enqueued, transaction: reviewed, outcome, isReviewed: true } as const;
  return persistWithNotification(notifications, resolution, (one) => orders.resolvePending(one));
}

/** The payment among its order's movements. */
export function heldMovement({ state }: StoredOrder, { transactionId }: StoredTransaction): Movement | undefined {
  return state.movements.find((movement) => movement.transactionId === transactionId);
}

function reviewedRisk(
  held: RiskResult | undefined,
  review: RiskReview,
  reversalResult: RiskResult['reversalResult'],
): RiskResult {
  const gatewayCode = review.decision === 'ACCEPTED' ? 'ACCEPTED' : 'REJECTED';
  const fired = held?.fired ?? [];
  return { gatewayCode, fired, reversalResult, review };
}

/** True if the payment needs a decision. A payment that failed for another reason does not. */
export function waitsForReview({ outcome }: StoredTransaction): boolean {
  return outcome?.risk?.gatewayCode === 'REVIEW_REQUIRED' && resultOf(outcome.gatewayCode) !== 'FAILURE';
}
