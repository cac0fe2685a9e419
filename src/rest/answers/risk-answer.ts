/** `response.risk`, and `risk.response`: what risk rules, `rejectOn` and a person came to. */
import { resultOf } from '../../contract/gateway-codes.ts';
import type { Answer } from '../../contract/write.ts';
import type { StoredTransaction } from '../../gateway/ports/index.ts';
import { type FiredRule, type RiskResult, type RiskReview, totalScore } from '../../gateway/risk/index.ts';
import { instant } from './order-answer.ts';

export function riskGroup(transaction: StoredTransaction): Answer {
  const { outcome } = transaction;
  const risk = outcome?.risk;
  // A payment that waited for a person and failed by itself waits for nobody any more.
  const isMoot = risk?.gatewayCode === 'REVIEW_REQUIRED' && resultOf(outcome!.gatewayCode) === 'FAILURE';
  return risk === undefined || isMoot ? { gatewayCode: riskCode(transaction) } : resultGroup(risk);
}

function resultGroup({ gatewayCode, fired, reversalResult, review }: RiskResult): Answer {
  const score = totalScore(fired);
  return {
    gatewayCode,
    ...(reversalResult !== undefined && { reversalResult }),
    ...(review && { review: reviewGroup(review) }),
    ...(fired.length > 0 && { rule: fired.map(ruleGroup) }),
    ...(score > 0 && { totalScore: score }),
  };
}

function reviewGroup({ decisionReason, note, decidedAt, userId }: RiskReview): Answer {
  return {
    ...(decisionReason !== undefined && { decisionReason }),
    ...(note !== undefined && { note }),
    timeOfDecision: instant(decidedAt),
    userId,
  };
}

function ruleGroup({ data, id, name, recommendation, score, type }: FiredRule): Answer {
  return {
    ...(data !== undefined && { data }),
    id,
    name,
    recommendation,
    ...(score !== undefined && { score }),
    type,
  };
}

/**
 * The result of `rejectOn` alone. There is nothing to check without a rule, without an answer, after a decline, and
 * when the issuer returned no result for address and security code. A merchant that bypasses its rules has none for
 * this transaction.
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
