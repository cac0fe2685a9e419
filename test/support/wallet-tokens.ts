/** Tokens of the sandbox's wallets, as a payer's device makes them for TESTSHOP. */

import { type ApplePayOptions, applePayToken } from '../../src/sandbox/wallets/apple-pay-token.ts';
import { type GooglePayOptions, googlePayToken } from '../../src/sandbox/wallets/google-pay-token.ts';
import type { WalletPayment } from '../../src/sandbox/wallets/payment.ts';
import { type SandboxWalletKeys, sandboxWalletKeys } from '../../src/settings/sandbox/index.ts';

export const DEVICE_NUMBER = '5123450000000008';
export const CRYPTOGRAM = 'AHAbcd1234567890abcdefABCDE=';

export const PAYMENT: WalletPayment = {
  number: DEVICE_NUMBER,
  expiry: { month: 1, year: 2039 },
  amount: 1_250,
  currencyNumber: '978',
  cryptogram: CRYPTOGRAM,
  eci: '02',
};

/** `order.walletProvider` and the card's fields with the token. */
export interface WalletFields {
  readonly order: { readonly walletProvider: string };
  readonly sourceOfFunds: {
    readonly type: 'CARD';
    readonly provided: { readonly card: { readonly devicePayment: { readonly paymentToken: string } } };
  };
}

export function walletFields(walletProvider: string, paymentToken: string): WalletFields {
  return {
    order: { walletProvider },
    sourceOfFunds: { type: 'CARD', provided: { card: { devicePayment: { paymentToken } } } },
  };
}

export interface WalletTokens {
  readonly keys: SandboxWalletKeys;
  apple(payment?: Partial<WalletPayment>, options?: ApplePayOptions): string;
  google(payment?: Partial<WalletPayment>, options?: GooglePayOptions, merchant?: string): string;
}

/** @param dataDir of a gateway in sandbox mode */
export function walletTokens(dataDir: string): WalletTokens {
  const keys = sandboxWalletKeys(dataDir);
  const { applePay, googlePay } = keys;
  return {
    keys,
    apple: (payment, options) => applePayToken(applePay.chain, applePay, { ...PAYMENT, ...payment }, options),
    google(payment, options, gatewayMerchantId = 'TESTSHOP') {
      const recipientId = `gateway:${googlePay.gateway}`;
      const recipient = { recipientId, encryptionKey: googlePay.gatewayKey, gatewayMerchantId };
      return googlePayToken(googlePay.rootKey, recipient, { ...PAYMENT, ...payment }, options);
    },
  };
}
