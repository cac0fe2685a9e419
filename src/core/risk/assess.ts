/**
 * Evaluates rules in two phases: before the request to the acquirer, and after it for the rules on its AVS and CSC
 * results. Pure: values in, verdict out.
 */
import { MINUTE_MS } from '../../contract/durations.ts';
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { RiskCondition, SubjectKind } from './condition.ts';
import { refusalBy } from './disclosed-rule.ts';
import type { RiskFacts, RuleOwner } from './facts.ts';
import { conditionMatcher, type Matcher } from './matchers.ts';
import type { Assessment, FiredRule, RiskVerdict } from './result.ts';
import { isDisclosed, type RiskPolicy, type RiskRule } from './rule.ts';

/** The maximum length of `rule[n].data`. */
const DATA_CHARACTERS_MAX = 255;

interface ReadyRule {
  readonly rule: RiskRule;
  readonly when: Matcher;
  readonly unless: Matcher | undefined;
  /** True if the rule depends on data in the acquirer's reply. */
  readonly isAfter: boolean;
}

/** A policy prepared for evaluation, with the data that it needs. */
export interface ReadyPolicy {
  readonly owner: RuleOwner;
  readonly before: readonly ReadyRule[];
  readonly after: readonly ReadyRule[];
  /**
   * The rules before the request whose reason the payer is told. None if another rule can accept the payment: then no
   * card is certain to be refused.
   */
  readonly disclosed: readonly ReadyRule[];
  readonly reviewFrom: number | undefined;
  readonly rejectFrom: number | undefined;
  /** The subjects whose earlier attempts the policy counts, with the longest window of each in milliseconds. */
  readonly windows: ReadonlyMap<SubjectKind, number>;
}

/** @returns undefined for a policy without rules */
export function readyPolicy(policy: RiskPolicy, owner: RuleOwner): ReadyPolicy | undefined {
  const rules = policy.rules.filter((rule) => rule !== null);
  if (rules.length === 0) {
    return undefined;
  }
  const ready = rules.map((rule) => ({
    rule,
    when: conditionMatcher(rule.when, owner),
    unless: rule.unless && conditionMatcher(rule.unless, owner),
    isAfter: isAfter(rule.when) || isAfter(rule.unless),
  }));
  return {
    owner,
    before: ready.filter((one) => !one.isAfter),
    after: ready.filter((one) => one.isAfter),
    disclosed: rules.some(({ recommendation }) => recommendation === 'ACCEPT')
      ? []
      : ready.filter(({ rule }) => isDisclosed(rule)),
    reviewFrom: policy.reviewFrom,
    rejectFrom: policy.rejectFrom,
    windows: windowsOf(rules),
  };
}

function isAfter(condition: RiskCondition | undefined): boolean {
  return condition?.avs !== undefined || condition?.csc !== undefined;
}

function windowsOf(rules: readonly RiskRule[]): ReadonlyMap<SubjectKind, number> {
  const windows = new Map<SubjectKind, number>();
  for (const { when, unless } of rules) {
    for (const velocity of [when.velocity, unless?.velocity]) {
      if (velocity !== undefined) {
        const { per, withinMinutes } = velocity;
        windows.set(per, Math.max(windows.get(per) ?? 0, withinMinutes * MINUTE_MS));
      }
    }
  }
  return windows;
}

/** The verdict before the request to the acquirer. */
export function assessBefore(policies: readonly ReadyPolicy[], facts: RiskFacts): Assessment {
  const fired = policies.flatMap(({ before, owner }) => firedOf(before, owner, facts));
  return { verdict: verdictOf(policies, fired), fired };
}

/**
 * The verdict after the acquirer's reply.
 *
 * @param facts the payment's data, with the AVS and CSC results of the reply
 * @param earlier the result of `assessBefore`
 * @returns the verdict; for REJECT, with the code with which to decline the payment
 */
export function assessAfter(
  policies: readonly ReadyPolicy[],
  facts: Pick<RiskFacts, 'avs' | 'csc'> & RiskFacts,
  earlier: Assessment,
): Assessment & { readonly rejected?: GatewayCode } {
  const fired = policies.flatMap(({ after, before, owner }) => [
    ...earlier.fired.filter((one) => one.type === owner && before.some(({ rule }) => rule.id === one.id)),
    ...firedOf(after, owner, facts),
  ]);
  const verdict = verdictOf(policies, fired);
  return { verdict, fired, rejected: verdict === 'REJECT' ? rejectionCode(policies, fired) : undefined };
}

function firedOf(rules: readonly ReadyRule[], type: RuleOwner, facts: RiskFacts): FiredRule[] {
  const fired: FiredRule[] = [];
  for (const { rule, when, unless } of rules) {
    const data = when(facts);
    if (data !== undefined && unless?.(facts) === undefined) {
      const { id, name = id, recommendation, score } = rule;
      fired.push({
        id,
        name,
        type,
        recommendation,
        score,
        data: data === '' ? undefined : data.slice(0, DATA_CHARACTERS_MAX),
        disclosed: isDisclosed(rule) ? refusalBy(rule, facts) : undefined,
      });
    }
  }
  return fired;
}

const SEVERITY: readonly RiskVerdict[] = ['ACCEPT', 'REVIEW', 'REJECT'];

/**
 * Each policy has its own verdict, and the severest wins: a merchant cannot accept a payment that the operator rejects.
 * Within a policy ACCEPT overrides the others, so that a rule can define exceptions.
 */
function verdictOf(policies: readonly ReadyPolicy[], fired: readonly FiredRule[]): RiskVerdict {
  const verdicts = policies.map((policy) =>
    policyVerdict(
      policy,
      fired.filter(({ type }) => type === policy.owner),
    ),
  );
  return SEVERITY.findLast((verdict) => verdicts.includes(verdict)) ?? 'ACCEPT';
}

function policyVerdict({ reviewFrom, rejectFrom }: ReadyPolicy, fired: readonly FiredRule[]): RiskVerdict {
  const has = (recommendation: FiredRule['recommendation']) =>
    fired.some((one) => one.recommendation === recommendation);
  if (has('ACCEPT')) {
    return 'ACCEPT';
  }
  const score = totalScore(fired);
  if (has('REJECT') || score >= (rejectFrom ?? Number.POSITIVE_INFINITY)) {
    return 'REJECT';
  }
  return has('REVIEW') || score >= (reviewFrom ?? Number.POSITIVE_INFINITY) ? 'REVIEW' : 'ACCEPT';
}

export function totalScore(fired: readonly Pick<FiredRule, 'score'>[]): number {
  return fired.reduce((total, { score = 0 }) => total + score, 0);
}

/**
 * The code for a rejection after the reply. It names the results, AVS or CSC, that the rejecting rules evaluate;
 * BLOCKED if no rejecting rule does, as in a rejection by score.
 */
function rejectionCode(policies: readonly ReadyPolicy[], fired: readonly FiredRule[]): GatewayCode {
  const rejecting = policies.flatMap(({ after, owner }) =>
    after.filter(({ rule }) =>
      fired.some(({ id, type, recommendation }) => {
        return recommendation === 'REJECT' && id === rule.id && type === owner;
      }),
    ),
  );
  const looksAt = (member: 'avs' | 'csc') => rejecting.some(({ rule }) => rule.when[member] !== undefined);
  if (looksAt('avs') && looksAt('csc')) {
    return 'DECLINED_AVS_CSC';
  }
  if (looksAt('avs')) {
    return 'DECLINED_AVS';
  }
  return looksAt('csc') ? 'DECLINED_CSC' : 'BLOCKED';
}
