import type { CardBrand } from '../../../contract/card-rules.ts';
import type { Sale } from './apple-pay-request.ts';

/** The receiver of the token: this gateway, or a merchant that is registered with Google by itself. */
export type Tokenization =
  | { readonly type: 'PAYMENT_GATEWAY'; readonly parameters: Readonly<Record<'gateway' | 'gatewayMerchantId', string>> }
  | { readonly type: 'DIRECT'; readonly parameters: Readonly<Record<'protocolVersion' | 'publicKey', string>> };

export interface GoogleRegistration {
  readonly environment: 'PRODUCTION' | 'TEST';
  /** The merchant's id in Google's console. */
  readonly businessId: string;
  readonly tokenization: Tokenization;
}

/** Google's names. A brand without one is not in its wallet. */
const NETWORKS: Readonly<Partial<Record<CardBrand, string>>> = {
  VISA: 'VISA',
  MASTERCARD: 'MASTERCARD',
  AMEX: 'AMEX',
  DISCOVER: 'DISCOVER',
  JCB: 'JCB',
};

/** @returns the environment, and the `PaymentDataRequest` of version 2 */
export function googlePayRequest(
  { amount, country, brands, shop }: Sale,
  { environment, businessId, tokenization }: GoogleRegistration,
) {
  return {
    environment,
    request: {
      apiVersion: 2,
      apiVersionMinor: 0,
      merchantInfo: { merchantId: businessId, merchantName: shop },
      allowedPaymentMethods: [
        {
          type: 'CARD',
          parameters: {
            allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
            allowedCardNetworks: brands.flatMap((brand) => NETWORKS[brand] ?? []),
          },
          tokenizationSpecification: tokenization,
        },
      ],
      transactionInfo: {
        totalPriceStatus: 'FINAL',
        totalPrice: amount.value,
        currencyCode: amount.currency,
        countryCode: country,
      },
    },
  };
}
