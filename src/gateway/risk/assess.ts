/**
 * Rules over facts, in two phases: what is known before the acquirer is asked, and the rules on its results for address
 * and security code after it. Pure: values in, verdict out.
 */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { RiskCondition, SubjectKind } from './condition.ts';
import type { RiskFacts, RuleOwner } from './facts.ts';
import { conditionMatcher, type Matcher } from './matchers.ts';
import type { Assessment, FiredRule, Verdict } from './result.ts';
import type { RiskPolicy, RiskRule } from './rule.ts';

/** Characters of `rule[n].data`. */
const DATA_CHARACTERS_MAX = 255;

interface ReadyRule {
  readonly rule: RiskRule;
  readonly when: Matcher;
  readonly unless: Matcher | undefined;
  /** It looks at something that the acquirer alone says. */
  readonly isAfter: boolean;
}

/** A policy that is ready to be looked at, and what it has to be given. */
export interface ReadyPolicy {
  readonly owner: RuleOwner;
  readonly before: readonly ReadyRule[];
  readonly after: readonly ReadyRule[];
  readonly reviewFrom: number | undefined;
  readonly rejectFrom: number | undefined;
  /** Of what earlier attempts are counted, and how far back at most. Milliseconds. */
  readonly windows: ReadonlyMap<SubjectKind, number>;
}

/** @returns undefined for a policy without a rule */
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
    reviewFrom: policy.reviewFrom,
    rejectFrom: policy.rejectFrom,
    windows: windowsOf(rules),
  };
}

function isAfter(condition: RiskCondition | undefined): boolean {
  return condition?.avs !== undefined || condition?.csc !== undefined;
}

const MINUTE_MS = 60_000;

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

/** The verdict before the acquirer is asked. */
export function assessBefore(policies: readonly ReadyPolicy[], facts: RiskFacts): Assessment {
  const fired = policies.flatMap(({ before, owner }) => firedOf(before, owner, facts));
  return { verdict: verdictOf(policies, fired), fired };
}

/**
 * The verdict after its answer.
 *
 * @param facts with what it said
 * @param earlier of `assessBefore`
 * @returns with the code that the payment is declined with, where it is rejected
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
  return { verdict, fired, ...(verdict === 'REJECT' && { rejected: rejectionCode(policies, fired) }) };
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
        ...(score !== undefined && { score }),
        ...(data !== '' && { data: data.slice(0, DATA_CHARACTERS_MAX) }),
      });
    }
  }
  return fired;
}

const SEVERITY: readonly Verdict[] = ['ACCEPT', 'REVIEW', 'REJECT'];

/**
 * Each policy speaks for itself, and the severest wins: no merchant accepts what the operator rejects. Within a policy
 * ACCEPT overrules the others, since a list of exceptions is there to make them.
 */
function verdictOf(policies: readonly ReadyPolicy[], fired: readonly FiredRule[]): Verdict {
  const verdicts = policies.map((policy) =>
    policyVerdict(
      policy,
      fired.filter(({ type }) => type === policy.owner),
    ),
  );
  return SEVERITY.findLast((verdict) => verdicts.includes(verdict)) ?? 'ACCEPT';
}

function policyVerdict({ reviewFrom, rejectFrom }: ReadyPolicy, fired: readonly FiredRule[]): Verdict {
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

/** By what the rejecting rules looked at; a score has no single reason. */
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
