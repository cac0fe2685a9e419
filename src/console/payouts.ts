/** A merchant's payouts, as the settlement reports have them: lists, entries beside their orders, and files. */
import { setImmediate as turn } from 'node:timers/promises';
import {
  type PayoutLine,
  type PayoutPosition,
  type PayoutRecords,
  payoutLines,
  REMEDIES,
  type StoredPayout,
} from '../back-office/settlement/index.ts';
import { CSV_LINE_END, CSV_TYPE, csvText } from '../contract/csv-text.ts';
import { currencyOf, majorText } from '../contract/money.ts';
import type { Merchant } from '../core/index.ts';
import { type FileOwners, fileUnderWay } from '../platform/limits/index.ts';
import type { ConsoleFile } from './files.ts';

export interface PayoutDependencies {
  readonly payouts: PayoutRecords;
}

/** Entries of one part of a file, each compared with its order. */
const PART_ENTRIES = 200;
const KEY = /^[1-9]\d{0,15}$/;
const POSITION = /^(\d{4}-\d{2}-\d{2})\.([1-9]\d{0,15})$/;

/** @returns undefined for a payout of another merchant, as for one that does not exist */
export async function findPayout(
  { payouts }: PayoutDependencies,
  { key }: Merchant,
  id: string,
): Promise<StoredPayout | undefined> {
  const payout = KEY.test(id) ? await payouts.find(Number(id)) : undefined;
  return payout?.merchantKey === key ? payout : undefined;
}

/** @example positionText({ date: '2026-11-23', key: 7 }) // '2026-11-23.7' */
export function positionText({ date, key }: PayoutPosition): string {
  return `${date}.${key}`;
}

/** @returns undefined for a text that is no position */
export function readPosition(text: string | null): PayoutPosition | undefined {
  const [, date = '', key = ''] = POSITION.exec(text ?? '') ?? [];
  return date === '' ? undefined : { date, key: Number(key) };
}

/** @returns the key of an entry, 0 for a text that is none */
export function readEntryKey(text: string | null): number {
  return KEY.test(text ?? '') ? Number(text) : 0;
}

const COLUMNS = 'date,kind,order,transaction,reference,gross,fee,net,currency,difference';

/**
 * All entries of a payout without its transfer. Fees are below zero, so that gross and fee add up to net, and the net
 * amounts to the payout.
 *
 * @throws FilesBusy if too many files are being written
 */
export async function payoutFile(
  { payouts, merchants }: PayoutDependencies & { readonly merchants: FileOwners },
  merchant: Merchant,
  payout: StoredPayout,
): Promise<ConsoleFile> {
  const parts = fileUnderWay(merchant, merchants, csvParts(payouts, { key: payout.key, merchantId: merchant.id }));
  const { value: first = '' } = await parts.next();
  return { contentType: CSV_TYPE, fileName: 'payout.csv', first, parts };
}

async function* csvParts(
  payouts: PayoutRecords,
  payout: { readonly key: number; readonly merchantId: string },
): AsyncGenerator<string, undefined> {
  let text = COLUMNS + CSV_LINE_END;
  let after: number | undefined = 0;
  while (after !== undefined) {
    const { lines, next }: Awaited<ReturnType<typeof payoutLines>> = await payoutLines(
      payouts,
      payout,
      after,
      PART_ENTRIES,
    );
    yield text + lines.map(csvLine).join('');
    text = '';
    after = next;
    await turn();
  }
}

function csvLine({ entry, orderId, differences }: PayoutLine): string {
  const { date, kind, order, transaction, id, gross, fee, net, currency } = entry;
  const texts = [date, kind, orderId ?? order ?? '', transaction ?? '', id].map(csvText);
  const amounts = [gross, -fee, net].map((amount) => amountText(amount, currency));
  const differs = differences.map((one) => `${one.kind}: ${REMEDIES[one.kind]}`).join('; ');
  return [...texts, ...amounts, csvText(currency), csvText(differs)].join(',') + CSV_LINE_END;
}

function amountText(amount: bigint, code: string): string {
  const currency = currencyOf(code);
  return currency === undefined ? `${amount}` : majorText(amount, currency);
}
