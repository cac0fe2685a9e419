/** The decrypted content of a Google Pay token. */
import { z } from 'zod';
import { Secret } from '../../../contract/secret.ts';
import type { DeviceToken } from '../../../core/ports/index.ts';
import { cardNumber, cryptogram, eci, jsonOf } from '../token-text.ts';
import { expiration } from './root-keys.ts';

const card = {
  pan: cardNumber,
  expirationMonth: z.number().int().min(1).max(12),
  expirationYear: z.number().int().min(2000).max(2099),
};

const methodSchema = z.object({
  gatewayMerchantId: z.string().optional(),
  messageExpiration: expiration,
  messageId: z.string().min(1).max(500),
  paymentMethod: z.literal('CARD'),
  paymentMethodDetails: z.discriminatedUnion('authMethod', [
    // The card's own number, from the payer's Google account: no device authenticated the payer.
    z.object({ ...card, authMethod: z.literal('PAN_ONLY') }),
    z.object({ ...card, authMethod: z.literal('CRYPTOGRAM_3DS'), cryptogram, eciIndicator: eci }),
  ]),
});

export interface PaymentMethod {
  readonly gatewayMerchantId: string | undefined;
  readonly token: DeviceToken;
}

/** @returns undefined if a member is missing or has another form */
export function readPaymentMethod(text: string): PaymentMethod | undefined {
  const read = methodSchema.safeParse(jsonOf(text)).data;
  if (read === undefined) {
    return undefined;
  }
  const { messageId, messageExpiration, paymentMethodDetails: details, gatewayMerchantId } = read;
  const isDevice = details.authMethod === 'CRYPTOGRAM_3DS';
  return {
    gatewayMerchantId,
    token: {
      wallet: 'GOOGLE_PAY',
      id: messageId,
      usableUntil: messageExpiration,
      number: new Secret(details.pan),
      expiry: { month: String(details.expirationMonth), year: String(details.expirationYear).slice(-2) },
      cryptogram: isDevice ? new Secret(details.cryptogram, true) : undefined,
      eci: isDevice ? details.eciIndicator : undefined,
      money: undefined,
    },
  };
}
