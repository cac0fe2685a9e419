import type { CardBrand } from '../../contract/card-rules.ts';

/** The placeholder for a brand's name in the sentence that the page's script announces. */
export const BRAND_PLACE = '{brand}';

/** Common names of the brands, as text: the networks own their logos. */
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
