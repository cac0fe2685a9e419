import {
  brandOf,
  cardNumberProblem,
  compactNumber,
  expiryProblem,
  type FieldProblem,
  nameOnCardProblem,
  securityCodeProblem,
} from '../../contract/card-rules.ts';
import type { Values } from '../form/use-checks.ts';

export const CARD_FIELDS = ['number', 'expiry', 'securityCode', 'nameOnCard'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

type CardCheck = (values: Values<CardField>, thisMonth: string | undefined) => FieldProblem | undefined;

const CHECKS: Readonly<Record<CardField, CardCheck>> = {
  number: (values) => cardNumberProblem(values.number),
  expiry: (values, thisMonth) => expiryProblem(values.expiry, thisMonth),
  securityCode: (values) => securityCodeProblem(values.securityCode, brandOf(compactNumber(values.number))),
  nameOnCard: (values) => nameOnCardProblem(values.nameOnCard),
};

/** @param thisMonth `YYYY-MM`, or absent where expiry is for the acquirer to judge */
export function cardProblem(
  field: CardField,
  values: Values<CardField>,
  thisMonth?: string | undefined,
): FieldProblem | undefined {
  return CHECKS[field](values, thisMonth);
}
