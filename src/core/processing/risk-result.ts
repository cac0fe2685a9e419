/** The risk result that is stored with a payment. */
import type { StoredTransaction } from '../ports/index.ts';
import type { RiskResult } from '../risk/index.ts';
import type { FinalAnswer } from './final-answer.ts';

/** @returns undefined if there are no rules, or the payment failed before they were evaluated */
export function riskResultOf({ request }: StoredTransaction, answer: FinalAnswer): RiskResult | undefined {
  if (answer.status === 'ANSWERED') {
    return answer.risk;
  }
  // The verdict is in the intent, so that another process can read it after a crash.
  const isBlocked =
    answer.status === 'DECIDED' && answer.gatewayCode === 'BLOCKED' && request.risk?.verdict === 'REJECT';
  return isBlocked && request.risk !== undefined
    ? { gatewayCode: 'REJECTED', fired: request.risk.fired, reversalResult: 'NOT_APPLICABLE' }
    : undefined;
}
