/** The stored result of the rules of a payment. Stored rows fix the member names. */
import type { CardRefusal } from '../../contract/card-names.ts';
import type { RuleOwner } from './facts.ts';
import type { RiskRule } from './rule.ts';

export type RiskRecommendation = RiskRule['recommendation'];

/** A rule that fired. */
export interface FiredRule {
  readonly id: string;
  readonly name: string;
  readonly type: RuleOwner;
  readonly recommendation: RiskRecommendation;
  readonly score?: number;
  /** The matched data, without card data. */
  readonly data?: string;
  /** The reason that the payer is told. Responses do not show it. */
  readonly disclosed?: CardRefusal;
}

/** ACCEPT: the rules do not object to the payment. */
export type RiskVerdict = 'ACCEPT' | 'REJECT' | 'REVIEW';

export interface Assessment {
  readonly verdict: RiskVerdict;
  /** The rules that fired, first those of the operator. */
  readonly fired: readonly FiredRule[];
}

/** A person's decision. */
export interface RiskReview {
  readonly decision: 'ACCEPTED' | 'REJECTED';
  readonly userId: string;
  /** Milliseconds since 1970. */
  readonly decidedAt: number;
  readonly decisionReason?: string;
  readonly note?: string;
}

/** Shown in responses as `response.risk`. */
export interface RiskResult {
  readonly gatewayCode: 'ACCEPTED' | 'REJECTED' | 'REVIEW_REQUIRED';
  readonly fired: readonly FiredRule[];
  /** For a rejected payment: the result of its void or refund. */
  readonly reversalResult?: 'FAIL' | 'NOT_APPLICABLE' | 'OKAY';
  readonly review?: RiskReview;
}
