/** A payment as the rules see it, and one rule that is evaluated on it. */
import { Secret } from '../../../src/contract/secret.ts';
import { assessBefore, readyPolicy } from '../../../src/core/risk/assess.ts';
import type { RiskAttempt, RiskFacts, RuleOwner } from '../../../src/core/risk/facts.ts';
import { type RiskPolicy, riskPolicy } from '../../../src/core/risk/rule.ts';

export const NOW = Date.UTC(2026, 10, 25, 12);
export const CARD_HASH = 'ab'.repeat(32);

/** EUR 120.00 with a German card, to Austria. */
export const facts = (more: Partial<RiskFacts> = {}): RiskFacts => ({
  number: new Secret('5123450000000008'),
  maskedNumber: '512345xxxxxx0008',
  shownNumber: 'xxxxxxxxxxxx0008',
  cardHashes: () => [CARD_HASH],
  cardCountry: 'DEU',
  billingCountry: 'DEU',
  shippingCountry: 'AUT',
  ipAddress: '203.0.113.7',
  email: 'Ann@Example.com',
  amount: 12_000n,
  currency: 'EUR',
  authentication: 'AUTHENTICATION_SUCCESSFUL',
  eci: '05',
  at: NOW,
  attempts: () => [],
  ...more,
});

export const policyOf = (policy: object): RiskPolicy => riskPolicy.parse(policy);

export const ready = (policy: object, owner: RuleOwner = 'MERCHANT_RULE') => readyPolicy(policyOf(policy), owner)!;

/** The value that a rule with this condition saw; undefined if it did not hold. */
export function seen(condition: object, about: RiskFacts = facts()): string | undefined {
  return assessBefore([ready({ rules: [{ id: 'r', ...condition }] })], about).fired[0]?.data;
}

export const attempt = (minutesAgo: number, more: Partial<RiskAttempt> = {}): RiskAttempt => ({
  amount: 10_000n,
  currency: 'EUR',
  isFailed: false,
  at: NOW - minutesAgo * 60_000,
  ...more,
});
