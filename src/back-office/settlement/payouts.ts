/** A merchant's payouts as the reports have them: their sums, and their entries beside the orders. */
import type { SettlementDifference } from './differences.ts';
import { type EntryKind, isAboutOrder, type SettlementEntry } from './entry.ts';
import { matchOrder } from './match-order.ts';
import { entryOpen } from './match-payouts.ts';
import type { OrderWithEntries, StoredEntry } from './ports.ts';
import { unknownOrder } from './report.ts';

/** The sums of a payout's entries of one kind, minor units with the signs of entries. */
export interface KindSum {
  readonly kind: EntryKind;
  readonly times: number;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

export interface StoredPayout {
  readonly key: number;
  readonly merchantKey: number;
  readonly source: string;
  /** From the report. */
  readonly id: string;
  readonly currency: string;
  /** The latest of the entries' dates, `2026-11-23`. */
  readonly date: string;
  readonly sums: readonly KindSum[];
}

/** The place of a payout in the list, the newest first. */
export interface PayoutPosition {
  readonly date: string;
  readonly key: number;
}

export interface PayoutRecords {
  /** The newest payouts of a merchant. @param before the last one of the page before */
  ofMerchant(merchantKey: number, limit: number, before?: PayoutPosition): Promise<readonly StoredPayout[]>;
  find(key: number): Promise<StoredPayout | undefined>;
  /** In the order of storage. @param after the key of the last entry before, or 0 */
  entries(payoutKey: number, after: number, limit: number): Promise<readonly StoredEntry[]>;
  /** @returns undefined if the store has no such order */
  order(orderKey: number): Promise<OrderWithEntries | undefined>;
}

/**
 * Minor units, as they move the merchant's balance: fees that the processor keeps are below zero. payments + refunds +
 * chargebacks + other + fees + unexplained = net.
 */
export interface PayoutTotals {
  readonly payments: bigint;
  readonly refunds: bigint;
  readonly chargebacks: bigint;
  readonly other: bigint;
  readonly fees: bigint;
  /** The part of the net amounts that gross and fee do not explain. */
  readonly unexplained: bigint;
  /** The sum of the entries' net amounts; undefined if the report has only the transfer. */
  readonly net: bigint | undefined;
  /** The amount of the transfer; undefined if the report has only the entries. */
  readonly paidOut: bigint | undefined;
  readonly entries: number;
}

export function payoutTotals({ sums }: Pick<StoredPayout, 'sums'>): PayoutTotals {
  const entries = sums.filter(({ kind }) => kind !== 'PAYOUT');
  const transfer = sums.find(({ kind }) => kind === 'PAYOUT');
  const grossOf = (...kinds: readonly EntryKind[]) =>
    entries.filter(({ kind }) => kinds.includes(kind)).reduce((total, { gross }) => total + gross, 0n);
  const total = (amount: 'fee' | 'gross' | 'net') => entries.reduce((sum, one) => sum + one[amount], 0n);
  return {
    payments: grossOf('PAYMENT'),
    refunds: grossOf('REFUND'),
    chargebacks: grossOf('CHARGEBACK', 'CHARGEBACK_REVERSED'),
    other: grossOf('FEE', 'OTHER'),
    fees: -total('fee'),
    unexplained: total('net') - total('gross') + total('fee'),
    net: entries.length === 0 ? undefined : total('net'),
    paidOut: transfer?.gross,
    entries: entries.reduce((count, { times }) => count + times, 0),
  };
}

/** An entry of a payout with its order, and what differs between them. */
export interface PayoutLine {
  readonly entry: SettlementEntry;
  /** The order's id; undefined if the entry is about no order of this merchant. */
  readonly orderId: string | undefined;
  readonly differences: readonly SettlementDifference[];
}

export interface PayoutLines {
  readonly lines: readonly PayoutLine[];
  /** The key to go on after; undefined at the end. */
  readonly next: number | undefined;
}

/** Reads a part of a payout's entries, without the transfer, and compares each with its order. */
export async function payoutLines(
  records: Pick<PayoutRecords, 'entries' | 'order'>,
  payout: Pick<StoredPayout, 'key'> & { readonly merchantId: string },
  after: number,
  limit: number,
): Promise<PayoutLines> {
  const read = await records.entries(payout.key, after, limit + 1);
  const entries = read.slice(0, limit);
  const orderKeys = new Set(entries.flatMap(({ orderKey }) => orderKey ?? []));
  const orders = new Map(
    await Promise.all([...orderKeys].map(async (key) => [key, await comparedOrder(records, key)] as const)),
  );
  return {
    lines: entries
      .filter(({ entry }) => entry.kind !== 'PAYOUT')
      .map((stored) => lineOf(stored, payout.merchantId, orders.get(stored.orderKey ?? 0))),
    next: read.length > limit ? entries.at(-1)?.key : undefined,
  };
}

interface ComparedOrder extends Pick<OrderWithEntries, 'merchantId' | 'orderId'> {
  readonly differences: readonly SettlementDifference[];
}

async function comparedOrder(records: Pick<PayoutRecords, 'order'>, key: number): Promise<ComparedOrder | undefined> {
  const found = await records.order(key);
  // Transactions that no report has are no matter of a payout.
  return found && { ...found, differences: matchOrder(found, () => false) };
}

function lineOf({ entry, orderKey }: StoredEntry, merchantId: string, order: ComparedOrder | undefined): PayoutLine {
  const { id, source } = entry;
  const ofOrder = (order?.differences ?? []).filter((one) => one.reference === id && one.source === source);
  const isUnknown = orderKey === null && isAboutOrder(entry);
  return {
    entry,
    orderId: order?.merchantId === merchantId ? order.orderId : undefined,
    differences: [...(isUnknown ? [unknownOrder(entry)] : []), ...ofOrder, ...entryOpen(entry)],
  };
}
