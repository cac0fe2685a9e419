import { type CardProblem, giftCardNumberProblem, giftCardPinProblem } from '../../../contract/card-rules.ts';
import type { FormValues } from '../form/problems.ts';

export const GIFT_CARD_FIELDS = ['number', 'pin'] as const;
export type GiftCardField = (typeof GIFT_CARD_FIELDS)[number];

const CHECKS: Readonly<Record<GiftCardField, (text: string) => CardProblem | undefined>> = {
  number: giftCardNumberProblem,
  pin: giftCardPinProblem,
};

export function giftCardProblem(field: GiftCardField, values: FormValues<GiftCardField>): CardProblem | undefined {
  return CHECKS[field](values[field]);
}
