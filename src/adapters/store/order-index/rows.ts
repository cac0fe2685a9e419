/** Converts entries of the index to rows and back. */
import type { CountedEvent, IndexedOrder, OrderEntry, OrderTerm, PayerStep } from '../../../core/ports/index.ts';
import type { OrderIndexTables } from '../schema/order-index.ts';
import { checkedAmount, checkedCurrency } from '../transactions/checked-money.ts';

/** More digits than the largest total has. */
const AMOUNT_DIGITS = 20;
/** The zeros of an amount's text, but for the last digit. */
const LEADING_ZEROS = /^0+(?=.)/;
/** The largest power of ten whose sums over a day stay exact in a double. */
const BILLION = 1_000_000_000n;

/** @param amount minor units @returns decimal text that compares as amounts do */
export function amountText(amount: bigint): string {
  return amount.toString().padStart(AMOUNT_DIGITS, '0');
}

/** The row that one order had before. */
export interface PreviousRow {
  readonly revision: number;
  readonly generation: number;
  readonly terms: readonly OrderTerm[];
  readonly counted: readonly CountedEvent[];
}

export function rowOf({ order, terms, counted }: OrderEntry, revision: number, generation: number) {
  const { amount, totalAuthorized, totalCaptured, totalRefunded, totalChargedBack, steps, ...texts } = order;
  return {
    ...texts,
    amount: amountText(amount),
    totalAuthorized: amountText(totalAuthorized),
    totalCaptured: amountText(totalCaptured),
    totalRefunded: amountText(totalRefunded),
    totalChargedBack: amountText(totalChargedBack),
    steps: steps.join(' '),
    terms: termsText(terms),
    counted: countedText(counted),
    revision,
    generation,
  };
}

type IndexRow = Omit<OrderIndexTables['order_index'], 'counted' | 'generation' | 'revision' | 'terms'>;

/** @throws InvariantError for a damaged row */
export function orderFrom(row: IndexRow): IndexedOrder {
  const key = Number(row.order_key);
  const record = `the index of order ${key}`;
  const amountOf = (
    member: 'amount' | 'total_authorized' | 'total_captured' | 'total_charged_back' | 'total_refunded',
  ) => checkedAmount(row[member].replace(LEADING_ZEROS, ''), member, record);
  return {
    orderKey: key,
    merchantKey: Number(row.merchant_key),
    orderId: row.order_id,
    status: row.status,
    currency: checkedCurrency(row.currency, record),
    amount: amountOf('amount'),
    totalAuthorized: amountOf('total_authorized'),
    totalCaptured: amountOf('total_captured'),
    totalRefunded: amountOf('total_refunded'),
    totalChargedBack: amountOf('total_charged_back'),
    method: row.method,
    brand: row.brand,
    lastFour: row.last_four,
    reference: row.reference,
    providerReference: row.provider_reference,
    declineCode: row.decline_code,
    acquirerCode: row.acquirer_code,
    steps: row.steps === '' ? [] : (row.steps.split(' ') as PayerStep[]),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}

export function termsText(terms: readonly OrderTerm[]): string {
  return JSON.stringify(terms.map(({ kind, value }) => [kind, value]));
}

export function termsFrom(text: string): OrderTerm[] {
  const terms = JSON.parse(text) as readonly (readonly [OrderTerm['kind'], string])[];
  return terms.map(([kind, value]) => ({ kind, value }));
}

type Dimensions = Omit<CountedEvent, 'amount'>;

const dimensionsOf = ({ day, currency, kind, result, method, brand, processor, reason }: Dimensions) =>
  [day, currency, kind, result, method, brand, processor, reason] as const;

function countedText(counted: readonly CountedEvent[]): string {
  return JSON.stringify(counted.map((one) => [...dimensionsOf(one), one.amount.toString()]));
}

export function countedFrom(text: string): CountedEvent[] {
  const rows = JSON.parse(text) as readonly (readonly string[])[];
  return rows.map((row) => {
    const [day = '', currency = '', kind = '', result = '', method = '', brand = '', processor = '', reason = ''] = row;
    return { day, currency, kind, result, method, brand, processor, reason, amount: BigInt(row[8] ?? 0) };
  });
}

/** Adds up the changes of `order_count` that several orders cause. */
export class CountChanges {
  readonly #changes = new Map<string, { times: number; volume: bigint }>();

  /** @param sign 1 for events that the order has now, -1 for those that it had */
  add(generation: number, merchantKey: number, counted: readonly CountedEvent[], sign: -1 | 1): void {
    for (const event of counted) {
      const id = JSON.stringify([generation, merchantKey, ...dimensionsOf(event)]);
      const change = this.#changes.get(id) ?? { times: 0, volume: 0n };
      change.times += sign;
      change.volume += sign === 1 ? event.amount : -event.amount;
      this.#changes.set(id, change);
    }
  }

  /** The rows for `addCounts`, sorted, so that two processes lock the same rows in the same order. */
  rows(): unknown[] {
    return [...this.#changes]
      .filter(([, { times, volume }]) => times !== 0 || volume !== 0n)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, { times, volume }]) => [
        ...(JSON.parse(id) as unknown[]),
        times,
        Number(volume / BILLION),
        Number(volume % BILLION),
      ]);
  }
}

/** @returns minor units */
export function volumeOf(row: { readonly volume_billions: number; readonly volume_units: number }): bigint {
  return BigInt(row.volume_billions) * BILLION + BigInt(row.volume_units);
}
