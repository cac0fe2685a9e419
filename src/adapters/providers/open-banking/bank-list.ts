/** The banks that payers may choose, from a file of the operator. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { PaymentOption } from '../../../core/ports/index.ts';

export const PRODUCTS = ['instant-sepa-credit-transfers', 'sepa-credit-transfers'] as const;
export type Product = (typeof PRODUCTS)[number];

/** The maximum length of the list, more than there are banks in Europe. */
const BANKS_MAX = 20_000;

const bank = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
  name: z.string().trim().min(1).max(100),
  bic: z.string().regex(/^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/),
  country: z.string().regex(/^[A-Z]{2}$/),
  /** The bank's URL before `/payments`. */
  address: z
    .url({ protocol: /^https$/ })
    .refine((url) => !/[?#]|\/$/.test(url), 'no slash, query or fragment at its end'),
  /** How the bank's payers authorise payments. */
  approach: z.enum(['REDIRECT', 'DECOUPLED']).default('REDIRECT'),
  /** The payment products that the bank supports. The first one is used. */
  products: z.array(z.enum(PRODUCTS)).min(1).default(['sepa-credit-transfers']),
  /** ASKED: the payer types the IBAN on the gateway's page. AT_BANK: the payer chooses the account at the bank. */
  debtorAccount: z.enum(['ASKED', 'AT_BANK']).default('ASKED'),
  /** False: payers cannot choose the bank, but its open payments continue. */
  offered: z.boolean().default(true),
});

const banks = z.array(bank).min(1).max(BANKS_MAX);

export type Bank = z.infer<typeof bank>;

/** @throws Error with one line for the operator */
export function readBanks(setting: string, file: string): readonly Bank[] {
  let listed: unknown;
  try {
    listed = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`${setting} names ${file}, which cannot be read: it takes a JSON file with a list of banks.`);
  }
  return checkedBanks(listed, `${setting} names ${file}, whose list of banks is wrong`);
}

/** @param complaint the first part of the error message @throws Error with one line for the operator */
export function checkedBanks(listed: unknown, complaint: string): readonly Bank[] {
  const { data, error } = banks.safeParse(listed);
  if (data === undefined) {
    const [issue] = error.issues;
    throw new Error(`${complaint}: ${issue?.path.join('.')}: ${issue?.message}.`);
  }
  const ids = data.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) {
    throw new Error(`${complaint}: ${twice} stands in it twice.`);
  }
  return data.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

export function optionOf({ id, name, bic, country, approach, debtorAccount, offered }: Bank): PaymentOption {
  return {
    id,
    name,
    code: bic,
    country,
    asks: [
      ...(debtorAccount === 'ASKED' ? (['IBAN'] as const) : []),
      ...(approach === 'DECOUPLED' ? (['USER_ID'] as const) : []),
    ],
    isOffered: offered,
  };
}
