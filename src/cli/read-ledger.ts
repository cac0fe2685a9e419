/**
 * An acquirer's or provider's ledger as a file: one entry for each movement. It is read whole, so a long history is
 * compared in periods.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { currencyOf, minorUnits } from '../contract/money.ts';
import { UsageError } from './command.ts';

const entry = z.object({
  kind: z.enum(['AUTHORIZATION', 'PAYMENT', 'CAPTURE', 'REFUND', 'VERIFICATION', 'UPDATE']),
  /** Retrieval reference number, the gateway's `transaction.receipt`. */
  reference: z.string().min(1),
  /** Card acceptor terminal, field 41, needed to adopt a lost transaction. */
  terminal: z.string().optional(),
  merchant: z.string().min(1),
  order: z.string().min(1),
  transaction: z.string().min(1),
  /** Decimal text in major units. */
  amount: z.string(),
  currency: z.string(),
  state: z.enum(['APPROVED', 'DECLINED', 'REVERSED']),
  at: z.iso.datetime(),
  /** A gift card's movement, which may be a part of its order's amount. */
  giftCard: z.boolean().optional(),
});

export type AcquirerEntry = z.infer<typeof entry>;

/** Kinds and states are the provider's own words. Few providers report a merchant's transaction id. */
const providerEntry = entry.extend({
  kind: z.string().min(1),
  state: z.string().min(1),
  transaction: z.string().min(1).optional(),
});

export type ProviderEntry = z.infer<typeof providerEntry>;

/** @throws UsageError that names the entry and the invalid member, without its value */
export const readLedger = (file: string): AcquirerEntry[] => readEntries(file, entry);

/** Like `readLedger`, for the ledger of a browser-payment provider. */
export const readProviderLedger = (file: string): ProviderEntry[] => readEntries(file, providerEntry);

function readEntries<Entry>(file: string, form: z.ZodType<Entry>): Entry[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const missing = error instanceof Error && 'code' in error;
    throw new UsageError(missing ? `${file} cannot be read.` : `${file} is no JSON.`);
  }
  const read = z.array(form).safeParse(value);
  if (read.success) {
    return read.data;
  }
  const [index, member] = read.error.issues[0]?.path ?? [];
  throw new UsageError(
    index === undefined
      ? `${file} is no array of ledger entries.`
      : `${file}: entry ${String(index)} has no ${String(member ?? 'members')} that can be read.`,
  );
}

/** The amount in minor units; undefined if the currency is unknown or has fewer decimal places. */
export function entryAmount({ amount, currency }: Pick<AcquirerEntry, 'amount' | 'currency'>): bigint | undefined {
  const known = currencyOf(currency);
  return known && minorUnits(amount, known);
}
