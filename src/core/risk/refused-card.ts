/** The cards that rules with `tellPayer` refuse, and the reason that the payer reads. */
import type { CardRefusal } from '../../contract/card-names.ts';
import { Secret } from '../../contract/secret.ts';
import type { ReadyPolicy } from './assess.ts';
import { type CardKind, refusalBy } from './disclosed-rule.ts';
import type { RiskFacts } from './facts.ts';

/** The reasons for which the policies can refuse a card in a currency. */
export function possibleRefusals(policies: readonly ReadyPolicy[], currency: string): CardRefusal[] {
  const rules = policies.flatMap(({ disclosed }) => disclosed.map(({ rule }) => rule.when));
  const reasons = rules
    .filter(({ currencies }) => currencies === undefined || currencies.includes(currency))
    .flatMap(({ cardBrands, cardTypes, cardCountries }): readonly CardRefusal[] => {
      return cardBrands ?? cardTypes ?? [cardCountries === undefined ? 'NUMBER' : 'COUNTRY'];
    });
  return [...new Set(reasons)];
}

/**
 * Stands for the values that are unknown before the payment. A rule that the payer is told of has no condition on them.
 */
const UNKNOWN = {
  cardHashes: () => [],
  amount: 0n,
  authentication: 'AUTHENTICATION_NOT_IN_EFFECT',
  at: 0,
  attempts: () => undefined,
} satisfies Omit<RiskFacts, 'currency'>;

/**
 * @param prefix the first digits of a card number
 * @param kinds of all cards whose numbers begin with these digits
 * @returns the reason for which a rule refuses all of them; undefined if some may be accepted
 */
export function refusedCard(
  policies: readonly ReadyPolicy[],
  {
    prefix,
    currency,
    kinds,
  }: { readonly prefix: string; readonly currency: string; readonly kinds: readonly CardKind[] },
): CardRefusal | undefined {
  const number = new Secret(prefix);
  const reasons = kinds.map((kind) => {
    const facts = { ...UNKNOWN, ...kind, number, currency };
    const rule = policies.flatMap(({ disclosed }) => disclosed).find(({ when }) => when(facts) !== undefined)?.rule;
    return rule && refusalBy(rule, kind);
  });
  return reasons.every((one) => one === reasons[0]) ? reasons[0] : undefined;
}
