/** The policies that apply to a payment: the operator's and the merchant's. */
import { type ReadyPolicy, readyPolicy } from './assess.ts';
import type { RiskPolicy } from './rule.ts';

/** Caches a merchant's prepared policy as long as its profile is in memory. */
const ready = new WeakMap<RiskPolicy, ReadyPolicy | 'NONE'>();

/**
 * @param operator the operator's policy, prepared at the start; undefined if it has no rules
 * @param isBypassed true if the request bypasses the merchant's rules; it cannot bypass the operator's
 * @returns empty if no rules apply
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
