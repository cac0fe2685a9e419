/** The decrypted content of an Apple Pay token. */
import { z } from 'zod';
import { Secret } from '../../../contract/secret.ts';
import type { DeviceToken } from '../../../core/ports/index.ts';
import { cardNumber, cryptogram, eci, jsonOf } from '../token-text.ts';

/** `paymentDataType` EMV has chip data and an encrypted PIN instead of a cryptogram, and is not taken. */
const paymentData = z.object({
  applicationPrimaryAccountNumber: cardNumber,
  /** YYMMDD. */
  applicationExpirationDate: z.string().regex(/^\d\d(?:0[1-9]|1[0-2])\d\d$/),
  /** ISO 4217, three digits. A JSON number lacks leading zeros. */
  currencyCode: z.union([z.string(), z.number().int()]).transform((code) => String(code).padStart(3, '0')),
  /** Minor units. */
  transactionAmount: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
  paymentDataType: z.literal('3DSecure'),
  paymentData: z.object({ onlinePaymentCryptogram: cryptogram, eciIndicator: eci }),
});

export type PaymentData = Omit<DeviceToken, 'id' | 'usableUntil' | 'wallet'>;

/** @returns undefined if a member is missing or has another form */
export function readPaymentData(text: string): PaymentData | undefined {
  const read = paymentData.safeParse(jsonOf(text)).data;
  if (read === undefined) {
    return undefined;
  }
  const { applicationExpirationDate: expires, currencyCode, transactionAmount, paymentData: authenticated } = read;
  return {
    number: new Secret(read.applicationPrimaryAccountNumber),
    expiry: { month: String(Number(expires.slice(2, 4))), year: expires.slice(0, 2) },
    cryptogram: new Secret(authenticated.onlinePaymentCryptogram, true),
    eci: authenticated.eciIndicator,
    money: { amount: BigInt(transactionAmount), currencyNumber: currencyCode },
  };
}
