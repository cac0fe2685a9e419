/**
 * Compares payouts with their entries and with lines of bank statements. Entries are added one by one, in any order;
 * only a sum for each payout and the bank's lines stay in memory.
 */
import type { SettlementDifference } from './differences.ts';
import type { SettlementEntry } from './entry.ts';

/**
 * Sums of one source and currency in minor units. payments + refunds + chargebacks + other - fees = paidOut + unpaid.
 */
export interface SourceSum {
  readonly source: string;
  readonly currency: string;
  readonly payments: bigint;
  readonly refunds: bigint;
  readonly chargebacks: bigint;
  readonly other: bigint;
  readonly fees: bigint;
  readonly paidOut: bigint;
}

type Bucket = Exclude<keyof SourceSum, 'currency' | 'source'>;

const BUCKETS: Readonly<Record<SettlementEntry['kind'], Bucket>> = {
  PAYMENT: 'payments',
  REFUND: 'refunds',
  CHARGEBACK: 'chargebacks',
  CHARGEBACK_REVERSED: 'chargebacks',
  FEE: 'other',
  OTHER: 'other',
  PAYOUT: 'paidOut',
};

interface Payout {
  readonly source: string;
  readonly id: string;
  readonly currency: string;
  /** Sum of the payout's entries; undefined if the report has none. */
  entries: bigint | undefined;
  /** The reported amount; undefined if the report has only the entries. */
  paid: bigint | undefined;
  date: string;
}

export class PayoutMatch {
  readonly #payouts = new Map<string, Payout>();
  readonly #sums = new Map<string, { -readonly [K in keyof SourceSum]: SourceSum[K] }>();
  /** Lines of bank statements, by each word that may identify a payout. */
  readonly #lines = new Map<string, Set<SettlementEntry>>();
  readonly #open: SettlementDifference[] = [];
  #firstLine = '9999-12-31';
  #lastLine = '';

  add(entry: SettlementEntry): void {
    this.#count(entry);
    const { kind, gross, net, date } = entry;
    this.#open.push(...entryOpen(entry));
    if (entry.isAtBank && kind === 'PAYOUT') {
      this.#addLine(entry);
    }
    if (entry.payout === undefined) {
      return;
    }
    const payout = this.#payout(entry.payout, entry);
    if (kind === 'PAYOUT') {
      // A fee for the payout is deducted from the balance separately: the bank receives the gross amount.
      payout.paid = (payout.paid ?? 0n) + gross;
    } else {
      payout.entries = (payout.entries ?? 0n) + net;
    }
    payout.date = laterDate(payout.date, date);
  }

  sums(): SourceSum[] {
    return [...this.#sums.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
  }

  differences(): SettlementDifference[] {
    const payouts = [...this.#payouts.values()];
    return [...this.#open, ...payouts.flatMap(openSum), ...payouts.flatMap((payout) => this.#atBank(payout))];
  }

  #count({ source, currency, kind, gross, fee, net, isAtBank }: SettlementEntry): void {
    // A bank's line is the other side of a payout and must not be counted twice.
    if (isAtBank && kind === 'PAYOUT') {
      return;
    }
    const name = JSON.stringify([source, currency]);
    const none = { payments: 0n, refunds: 0n, chargebacks: 0n, other: 0n, fees: 0n, paidOut: 0n };
    const sum = this.#sums.get(name) ?? { source, currency, ...none };
    this.#sums.set(name, sum);
    sum[BUCKETS[kind]] += gross;
    sum.fees += fee;
    sum.paidOut += isAtBank ? net : 0n;
  }

  #payout(id: string, { source, currency, date }: SettlementEntry): Payout {
    const name = JSON.stringify([source, id, currency]);
    const payout = this.#payouts.get(name) ?? { source, id, currency, entries: undefined, paid: undefined, date };
    this.#payouts.set(name, payout);
    return payout;
  }

  #addLine(entry: SettlementEntry): void {
    if (entry.date < this.#firstLine) {
      this.#firstLine = entry.date;
    }
    this.#lastLine = laterDate(this.#lastLine, entry.date);
    for (const word of entry.references) {
      const lines = this.#lines.get(word) ?? new Set();
      this.#lines.set(word, lines.add(entry));
    }
  }

  /** A payout outside the dates of all statements is not checked yet. */
  #atBank({ source, id, currency, date, paid, entries }: Payout): SettlementDifference[] {
    const amount = paid ?? entries ?? 0n;
    const about = { source, reference: id, here: amount, currency, date };
    const lines = [...(this.#lines.get(id) ?? [])];
    if (lines.length === 0) {
      const isCovered = this.#firstLine <= date && date <= this.#lastLine;
      return isCovered && amount !== 0n ? [{ ...about, kind: 'PAYOUT_NOT_ON_STATEMENT' }] : [];
    }
    const there = lines.reduce((sum, { net }) => sum + net, 0n);
    if (lines.every((line) => line.currency === currency) && there === amount) {
      return [];
    }
    return [{ ...about, there, kind: lines.length > 1 ? 'PAYOUT_TWICE' : 'PAYOUT_AMOUNT_DIFFERS' }];
  }
}

/** @returns a difference if gross less fee is not net, else none */
export function entryOpen({
  source,
  id,
  order,
  gross,
  fee,
  net,
  currency,
  date,
}: SettlementEntry): SettlementDifference[] {
  const about = { source, orderId: order, reference: id, there: net, here: gross - fee, currency, date };
  return gross - fee === net ? [] : [{ ...about, kind: 'ENTRY_OPEN' }];
}

/** Compares dates as text, such as `2026-11-23`. */
export function laterDate(one: string, other: string): string {
  return [one, other].toSorted().at(-1) as string;
}

function openSum({ source, id, currency, date, paid, entries }: Payout): SettlementDifference[] {
  return paid === undefined || entries === undefined || paid === entries
    ? []
    : [{ kind: 'PAYOUT_OPEN', source, reference: id, there: paid, here: entries, currency, date }];
}
