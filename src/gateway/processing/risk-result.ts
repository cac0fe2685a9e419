/** What is stored with a payment of its risk: what the rules came to in the end. */
import type { Movement } from '../order/order.ts';
import type { StoredTransaction } from '../ports/index.ts';
import type { RiskResult } from '../risk/index.ts';
import type { FinalAnswer } from './complete.ts';

/** @returns undefined where there are no rules, or the payment failed before they could matter */
export function riskResultOf({ request }: StoredTransaction, answer: FinalAnswer): RiskResult | undefined {
  if (answer.status === 'ANSWERED') {
    return answer.risk;
  }
  // A process that takes this up after a crash knows the rules' verdict by the intent.
  const isBlocked =
    answer.status === 'DECIDED' && answer.gatewayCode === 'BLOCKED' && request.risk?.verdict === 'REJECT';
  return isBlocked && request.risk !== undefined
    ? { gatewayCode: 'REJECTED', fired: request.risk.fired, reversalResult: 'NOT_APPLICABLE' }
    : undefined;
}

/** What the order's own rules have to know of it. */
export function riskOfMovement(
  transaction: StoredTransaction,
  answer: FinalAnswer,
): Pick<Movement, 'isRisky' | 'review'> {
  const gatewayCode = riskResultOf(transaction, answer)?.gatewayCode;
  return {
    ...(gatewayCode === 'REVIEW_REQUIRED' && { review: 'REQUIRED' }),
    ...(gatewayCode === 'REJECTED' && answer.status === 'DECIDED' && { isRisky: true }),
  };
}
