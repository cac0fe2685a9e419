import type { CardRefusal } from '../../../contract/card-names.ts';
import { fill } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import { BRAND_NAMES } from '../brand-names.ts';

/** The reason in words, without a full stop. */
export function refusalTitle(reason: CardRefusal, { notice: { refusedCard } }: Text): string {
  return reason in BRAND_NAMES
    ? fill(refusedCard.BRAND, { brand: BRAND_NAMES[reason as keyof typeof BRAND_NAMES] })
    : refusedCard[reason as Exclude<CardRefusal, keyof typeof BRAND_NAMES>];
}
