/**
 * Risk rules: data of a merchant's profile and of the operator, evaluated for each payment. Pure. The operations look
 * up earlier attempts and apply verdicts to payments.
 */
export { assessAfter, assessBefore, type ReadyPolicy, readyPolicy, totalScore } from './assess.ts';
export { type RiskAuthentication, type SubjectKind, VELOCITY_MAX, WINDOW_MINUTES_MAX } from './condition.ts';
export type { RiskAttempt, RiskFacts, RuleOwner } from './facts.ts';
export { RiskRulesError, readOperatorRules, readRiskPolicy } from './operator-file.ts';
export { policiesFor } from './policies.ts';
export { possibleRefusals, refusedCard } from './refused-card.ts';
export type { Assessment, FiredRule, RiskResult, RiskReview, RiskVerdict } from './result.ts';
export { givenRuleProblems, type RiskPolicy, riskPolicy } from './rule.ts';
