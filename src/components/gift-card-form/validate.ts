import { type FieldProblem, giftCardNumberProblem, giftCardPinProblem } from '../../contract/card-rules.ts';
import type { Values } from '../form/use-checks.ts';

export const GIFT_CARD_FIELDS = ['number', 'pin'] as const;
export type GiftCardField = (typeof GIFT_CARD_FIELDS)[number];

const CHECKS: Readonly<Record<GiftCardField, (text: string) => FieldProblem | undefined>> = {
  number: giftCardNumberProblem,
  pin: giftCardPinProblem,
};

export function giftCardProblem(field: GiftCardField, values: Values<GiftCardField>): FieldProblem | undefined {
  return CHECKS[field](values[field]);
}
