/** What rules came to, as it is stored with a payment. The member names are fixed by rows already stored. */
import type { RuleOwner } from './facts.ts';
import type { RiskRule } from './rule.ts';

export type Recommendation = RiskRule['recommendation'];

/** A rule that held. */
export interface FiredRule {
  readonly id: string;
  readonly name: string;
  readonly type: RuleOwner;
  readonly recommendation: Recommendation;
  readonly score?: number;
  /** What it saw. No card data. */
  readonly data?: string;
}

/** ACCEPT: nothing speaks against the payment. */
export type Verdict = 'ACCEPT' | 'REJECT' | 'REVIEW';

export interface Assessment {
  readonly verdict: Verdict;
  /** In the order of the policies, the operator's first. */
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

/** What answers show under `response.risk`. */
export interface RiskResult {
  readonly gatewayCode: 'ACCEPTED' | 'REJECTED' | 'REVIEW_REQUIRED';
  readonly fired: readonly FiredRule[];
  /** Of a payment that was rejected. */
  readonly reversalResult?: 'FAIL' | 'NOT_APPLICABLE' | 'OKAY';
  readonly review?: RiskReview;
}
