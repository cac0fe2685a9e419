/** `response.risk` and `risk.response`: the result of the risk rules, `rejectOn` and a manual review. */
import type { AnswerOf } from '../../../contract/answer-types.ts';
import type { transactionAnswerFields } from '../../../contract/fields/answer-fields.ts';
import { resultOf } from '../../../contract/gateway-codes.ts';
import type { StoredTransaction } from '../../../core/ports/index.ts';
import { type FiredRule, type RiskResult, type RiskReview, totalScore } from '../../../core/risk/index.ts';
import { instant } from './order-answer.ts';

type RiskAnswer = AnswerOf<typeof transactionAnswerFields>['risk']['response'];

export function riskGroup(transaction: StoredTransaction): RiskAnswer {
  const { outcome } = transaction;
  const risk = outcome?.risk;
  // A payment that waited for a review and then failed needs no review any more.
  const isMoot = risk?.gatewayCode === 'REVIEW_REQUIRED' && resultOf(outcome!.gatewayCode) === 'FAILURE';
  return risk === undefined || isMoot ? { gatewayCode: riskCode(transaction) } : resultGroup(risk);
}

function resultGroup({ gatewayCode, fired, reversalResult, review }: RiskResult): RiskAnswer {
  const score = totalScore(fired);
  return {
    gatewayCode,
    reversalResult,
    review: review && reviewGroup(review),
    rule: fired.length > 0 ? fired.map(ruleGroup) : undefined,
    totalScore: score > 0 ? score : undefined,
  };
}

function reviewGroup({ decisionReason, note, decidedAt, userId }: RiskReview): RiskAnswer['review'] {
  return { decisionReason, note, timeOfDecision: instant(decidedAt), userId };
}

function ruleGroup({
  data,
  id,
  name,
  recommendation,
  score,
  type,
}: FiredRule): NonNullable<RiskAnswer['rule']>[number] {
  return { data, id, name, recommendation, score, type };
}

/**
 * The result of `rejectOn` alone. NOT_CHECKED without a rule, without an answer, after a decline, and if the issuer
 * returned no result for address and security code. A transaction that bypasses the merchant's rules counts as one
 * without a rule.
 */
export function riskCode({ request, outcome }: StoredTransaction): 'ACCEPTED' | 'NOT_CHECKED' | 'REJECTED' {
  const hasRules = request.riskChecked === true && request.details.action?.bypassMerchantRiskRules === undefined;
  const reply = outcome?.reply;
  if (!hasRules || reply === undefined || resultOf(reply.gatewayCode) === 'FAILURE') {
    return 'NOT_CHECKED';
  }
  if (reply.avs === undefined && reply.securityCode === undefined) {
    return 'NOT_CHECKED';
  }
  return resultOf(outcome!.gatewayCode) === 'FAILURE' ? 'REJECTED' : 'ACCEPTED';
}
