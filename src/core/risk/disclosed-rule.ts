import type { CardRefusal } from '../../contract/card-names.ts';
import type { RiskFacts } from './facts.ts';
import type { RiskRule } from './rule.ts';

/** The properties of a card that follow from the first digits of its number. */
export type CardKind = Pick<RiskFacts, 'cardBrand' | 'cardCountry' | 'cardTypes'>;

/** @param rule one that holds for this card, and whose reason the payer is told */
export function refusalBy({ when }: RiskRule, { cardBrand, cardTypes }: CardKind): CardRefusal {
  const brand = when.cardBrands?.find((one) => one === cardBrand);
  const type = when.cardTypes?.find((one) => cardTypes?.includes(one));
  return brand ?? type ?? (when.cardCountries === undefined ? 'NUMBER' : 'COUNTRY');
}
