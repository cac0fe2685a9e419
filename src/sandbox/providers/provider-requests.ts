/** The requests of a merchant's gateway to a provider's server, parsed strictly. */
import { z } from 'zod';
import { type Currency, currencyOf, minorUnits } from '../../contract/money.ts';

const NAME_CHARACTERS_MAX = 100;
const TEXT_CHARACTERS_MAX = 4_096;
const URL_CHARACTERS_MAX = 2_048;
const AMOUNT_CHARACTERS_MAX = 20;

/** The caller's permanent id of a payment or movement. */
export const REFERENCE = /^[A-Za-z0-9-]{1,32}$/;

const name = z.string().min(1).max(NAME_CHARACTERS_MAX);
const text = z.string().max(TEXT_CHARACTERS_MAX);
const address = z.url({ protocol: /^https?$/ }).max(URL_CHARACTERS_MAX);
const money = { amount: z.string().max(AMOUNT_CHARACTERS_MAX), currency: z.string().length(3) };

const postalAddress = z.strictObject({
  name: text.optional(),
  street: text.optional(),
  street2: text.optional(),
  city: text.optional(),
  postcodeZip: text.optional(),
  stateProvince: text.optional(),
  country: z.string().length(3).optional(),
});

export type PostalAddress = z.infer<typeof postalAddress>;

export const paymentRequest = z
  .strictObject({
    merchant: z.strictObject({ id: name, name: text }),
    order: z.strictObject({ id: name, reference: text.optional(), description: text.optional() }),
    operation: z.enum(['AUTHORIZE', 'PAY']),
    confirmation: z.enum(['CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER']),
    ...money,
    email: text.optional(),
    returnUrl: address,
    callbackUrl: address,
    shipping: z.strictObject({
      displayed: z.boolean(),
      changeable: z.boolean(),
      address: postalAddress.optional(),
    }),
  })
  .refine(hasMoney, { path: ['amount'], message: 'An amount above zero in a currency of ISO 4217' });

/** The caller's request, stored unchanged. */
export type ProviderPaymentRequest = z.infer<typeof paymentRequest>;

export const movementRequest = z
  .strictObject({
    kind: z.enum(['CAPTURE', 'REFUND', 'VOID']),
    ...money,
    target: z.string().regex(REFERENCE).optional(),
    transactionReference: text.optional(),
  })
  .refine(hasMoney, { path: ['amount'], message: 'An amount above zero in a currency of ISO 4217' });

export type MovementRequest = z.infer<typeof movementRequest>;

function hasMoney({ amount, currency }: { readonly amount: string; readonly currency: string }): boolean {
  const known = currencyOf(currency);
  const units = known && minorUnits(amount, known);
  return units !== undefined && units > 0n;
}

/** Minor units of a request with a validated amount. */
export function minorUnitsOf({ amount, currency }: { readonly amount: string; readonly currency: string }): bigint {
  return minorUnits(amount, currencyOf(currency) as Currency) as bigint;
}
