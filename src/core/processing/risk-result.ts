/** The risk result that is stored with a payment. */
import type { StoredTransaction } from '../ports/index.ts';
import type { RiskResult } from '../risk/index.ts';
import type { FinalAnswer } from './final-answer.ts';

/** @returns undefined without rules, or if the payment failed before they applied */
export function riskResultOf({ request }: StoredTransaction, answer: FinalAnswer): RiskResult | undefined {
  if (answer.status === 'ANSWERED') {
    return answer.risk;
  }
  // After a crash another process reads the rules' verdict from the intent.
  const isBlocked =
    answer.status === 'DECIDED' && answer.gatewayCode === 'BLOCKED' && request.risk?.verdict === 'REJECT';
  return isBlocked && request.risk !== undefined
    ? { gatewayCode: 'REJECTED', fired: request.risk.fired, reversalResult: 'NOT_APPLICABLE' }
    : undefined;
}
