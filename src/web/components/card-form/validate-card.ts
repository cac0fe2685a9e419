import {
  brandOf,
  type CardProblem,
  cardNumberProblem,
  compactNumber,
  expiryProblem,
  nameOnCardProblem,
  securityCodeProblem,
} from '../../../contract/card-rules.ts';
import type { FormValues } from '../form/problems.ts';

export const CARD_FIELDS = ['number', 'expiry', 'securityCode', 'nameOnCard'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

type CardCheck = (values: FormValues<CardField>, thisMonth: string | undefined) => CardProblem | undefined;

const CHECKS: Readonly<Record<CardField, CardCheck>> = {
  number: (values) => cardNumberProblem(values.number),
  expiry: (values, thisMonth) => expiryProblem(values.expiry, thisMonth),
  securityCode: (values) => securityCodeProblem(values.securityCode, brandOf(compactNumber(values.number))),
  nameOnCard: (values) => nameOnCardProblem(values.nameOnCard),
};

/** @param thisMonth `YYYY-MM`, or absent when the acquirer validates the expiry */
export function cardProblem(
  field: CardField,
  values: FormValues<CardField>,
  thisMonth?: string | undefined,
): CardProblem | undefined {
  return CHECKS[field](values, thisMonth);
}
