import type { CardBrand } from '../contract/card-rules.ts';

/** Names as people say them. They are text: the networks own their logos. */
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

/** Brands are codes; anything else is a provider's name, which needs no translation. */
const CODE = /^[A-Z0-9_]*$/;

/**
 * @param brand in upper case, as the gateway answers it, where one without a global name gets the fallback; or a
 *   provider's name
 */
export function instrumentName(brand: string, names: { readonly card: string; readonly giftCard: string }): string {
  if (brand === 'GIFT_CARD') {
    return names.giftCard;
  }
  if (!CODE.test(brand)) {
    return brand;
  }
  return Object.hasOwn(BRAND_NAMES, brand) ? BRAND_NAMES[brand as CardBrand] : names.card;
}
