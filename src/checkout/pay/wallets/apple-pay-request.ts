import type { CardBrand } from '../../../contract/card-rules.ts';
import type { Amount } from '../../../web/views/index.ts';

/** The payment that a wallet's sheet shows. */
export interface Sale {
  readonly amount: Amount;
  /** Two letters. */
  readonly country: string;
  readonly brands: readonly CardBrand[];
  readonly shop: string;
}

/** Apple's names. A brand without one is not in its wallet. */
const NETWORKS: Readonly<Partial<Record<CardBrand, string>>> = {
  VISA: 'visa',
  MASTERCARD: 'masterCard',
  AMEX: 'amex',
  DISCOVER: 'discover',
  JCB: 'jcb',
  CHINA_UNIONPAY: 'chinaUnionPay',
  MAESTRO: 'maestro',
};

/** @returns the `ApplePayPaymentRequest` */
export function applePayRequest({ amount, country, brands, shop }: Sale) {
  return {
    countryCode: country,
    currencyCode: amount.currency,
    merchantCapabilities: ['supports3DS'],
    supportedNetworks: brands.flatMap((brand) => NETWORKS[brand] ?? []),
    total: { label: shop, amount: amount.value, type: 'final' },
  };
}
