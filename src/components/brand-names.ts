import type { CardBrand } from '../contract/card-rules.ts';

/** Names as people say them. They are written as words: the networks' logos are theirs. */
export const BRAND_NAMES: Readonly<Record<CardBrand, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  AMEX: 'American Express',
  DINERS_CLUB: 'Diners Club',
  DISCOVER: 'Discover',
  JCB: 'JCB',
  CHINA_UNIONPAY: 'UnionPay',
  MAESTRO: 'Maestro',
  UATP: 'UATP',
};

/** What fits into the corner of the number's box. */
export const BRAND_MARKS: Readonly<Record<CardBrand, string>> = { ...BRAND_NAMES, AMEX: 'Amex', DINERS_CLUB: 'Diners' };

/** @param brand upper case, as the gateway answers it; brands without a global name get the fallback */
export function instrumentName(brand: string, names: { readonly card: string; readonly giftCard: string }): string {
  if (brand === 'GIFT_CARD') return names.giftCard;
  return Object.hasOwn(BRAND_NAMES, brand) ? BRAND_NAMES[brand as CardBrand] : names.card;
}
