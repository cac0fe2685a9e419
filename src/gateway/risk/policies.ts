/** The policies that a payment is judged by: the operator's, and its merchant's. */
import { type ReadyPolicy, readyPolicy } from './assess.ts';
import type { RiskPolicy } from './rule.ts';

/** A merchant's policy is made ready once for as long as its profile stays in memory. */
const ready = new WeakMap<RiskPolicy, ReadyPolicy | 'NONE'>();

/**
 * @param operator made ready at the start; undefined where it has no rules
 * @param isBypassed the request leaves the merchant's own rules out; it cannot leave out the operator's
 * @returns none where nothing is checked
 */
export function policiesFor(
  merchant: RiskPolicy,
  operator: ReadyPolicy | undefined,
  isBypassed: boolean,
): readonly ReadyPolicy[] {
  const own = isBypassed ? undefined : merchantPolicy(merchant);
  return [operator, own].filter((policy) => policy !== undefined);
}

function merchantPolicy(policy: RiskPolicy): ReadyPolicy | undefined {
  if (policy.rules.length === 0) {
    return undefined;
  }
  const known = ready.get(policy);
  if (known !== undefined) {
    return known === 'NONE' ? undefined : known;
  }
  const made = readyPolicy(policy, 'MERCHANT_RULE');
  ready.set(policy, made ?? 'NONE');
  return made;
}
