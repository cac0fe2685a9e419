/** Adds up the counts of the index over some days: how payments went, and the money that moved. Pure. */
import { DAY_MS } from '../../contract/durations.ts';
import type { DayCount, NamedCount, OrderCounts } from '../ports/index.ts';

/** Payments with a final result. */
export interface PaymentTally {
  readonly approved: number;
  readonly declined: number;
}

export interface NamedTally extends PaymentTally {
  readonly name: string;
}

export interface NamedTimes {
  readonly name: string;
  readonly times: number;
}

/** Sums of one currency, minor units. */
export interface MoneyMoved {
  readonly currency: string;
  /** Payments and captures. */
  readonly taken: bigint;
  /** Refunds and voids of payments and captures, less voids of refunds. */
  readonly givenBack: bigint;
  /** Chargebacks, less those that were reversed. */
  readonly chargedBack: bigint;
}

export interface DayTally extends PaymentTally {
  /** In UTC, such as `2026-11-29`. */
  readonly day: string;
  readonly moved: readonly MoneyMoved[];
}

export interface OrdersOverview {
  /** Every day, the oldest first. */
  readonly days: readonly DayTally[];
  /** Sums of all days, by currency: the one of most payments first. */
  readonly moved: readonly MoneyMoved[];
  /** By the way to pay, the brand of the card, and the acquirer or provider: the most used first. */
  readonly methods: readonly NamedTally[];
  readonly brands: readonly NamedTally[];
  readonly processors: readonly NamedTally[];
  /** The gateway codes of declines, the most frequent first. */
  readonly reasons: readonly NamedTimes[];
  /** Checkouts that ended without a payment, by the payer's last step; empty before the first one. */
  readonly lost: readonly NamedTimes[];
}

type MoneyName = 'chargedBack' | 'givenBack' | 'taken';

const MOVES: Readonly<Record<string, readonly [MoneyName, bigint]>> = {
  PAYMENT: ['taken', 1n],
  CAPTURE: ['taken', 1n],
  VOID_PAYMENT: ['givenBack', 1n],
  VOID_CAPTURE: ['givenBack', 1n],
  REFUND: ['givenBack', 1n],
  VOID_REFUND: ['givenBack', -1n],
  CHARGEBACK: ['chargedBack', 1n],
  CHARGEBACK_REVERSAL: ['chargedBack', -1n],
};
const PAID: readonly string[] = ['AUTHORIZATION', 'PAYMENT'];
const LOST: readonly string[] = ['CHECKOUT_ABANDONED', 'CHECKOUT_TIMED_OUT'];

/** The days in UTC up to that of a time, the oldest first. @param now milliseconds since 1970 */
export function daysUntil(now: number, count: number): string[] {
  const isoDay = (at: number) => new Date(at).toISOString().slice(0, 'YYYY-MM-DD'.length);
  return Array.from({ length: count }, (_, at) => isoDay(now - (count - 1 - at) * DAY_MS));
}

/** @param days those of the counts, the oldest first */
export function overviewOf(days: readonly string[], { byDay, byName }: OrderCounts): OrdersOverview {
  const ofDay = Map.groupBy(byDay, ({ day }) => day);
  const paid = byName.filter(({ kind }) => PAID.includes(kind));
  return {
    days: days.map((day) => {
      const own = ofDay.get(day) ?? [];
      return { day, ...tallyOf(own.filter(({ kind }) => PAID.includes(kind))), moved: movedBy(own) };
    }),
    moved: movedBy(byDay),
    methods: talliesBy(paid, ({ method }) => method),
    brands: talliesBy(paid, ({ brand }) => brand).filter(({ name }) => name !== ''),
    processors: talliesBy(paid, ({ processor }) => processor),
    reasons: timesBy(
      paid.filter(({ result }) => result === 'FAILURE'),
      ({ reason }) => reason,
    ),
    lost: timesBy(
      byName.filter(({ kind }) => LOST.includes(kind)),
      ({ reason }) => reason,
    ),
  };
}

const timesOf = (counts: readonly Pick<DayCount, 'times'>[]) => counts.reduce((sum, { times }) => sum + times, 0);

function tallyOf(counts: readonly Pick<DayCount, 'result' | 'times'>[]): PaymentTally {
  const timesWith = (wanted: string) => timesOf(counts.filter(({ result }) => result === wanted));
  return { approved: timesWith('SUCCESS'), declined: timesWith('FAILURE') };
}

function movedBy(counts: readonly DayCount[]): MoneyMoved[] {
  const moving = counts.filter(({ kind, result }) => result === 'SUCCESS' && MOVES[kind] !== undefined);
  return [...Map.groupBy(moving, ({ currency }) => currency)]
    .map(([currency, own]) => {
      const sums = { taken: 0n, givenBack: 0n, chargedBack: 0n };
      for (const { kind, amount } of own) {
        const [name, sign] = MOVES[kind] as readonly [MoneyName, bigint];
        sums[name] += sign * amount;
      }
      return { times: timesOf(own), moved: { currency, ...sums } };
    })
    .toSorted((one, other) => other.times - one.times || (one.moved.currency < other.moved.currency ? -1 : 1))
    .map(({ moved }) => moved);
}

function talliesBy(counts: readonly NamedCount[], nameOf: (count: NamedCount) => string): NamedTally[] {
  return [...Map.groupBy(counts, nameOf)]
    .map(([name, own]) => ({ name, ...tallyOf(own) }))
    .filter(({ approved, declined }) => approved + declined > 0)
    .toSorted(
      (one, other) => other.approved + other.declined - one.approved - one.declined || (one.name < other.name ? -1 : 1),
    );
}

function timesBy(counts: readonly NamedCount[], nameOf: (count: NamedCount) => string): NamedTimes[] {
  return [...Map.groupBy(counts, nameOf)]
    .map(([name, own]) => ({ name, times: timesOf(own) }))
    .toSorted((one, other) => other.times - one.times || (one.name < other.name ? -1 : 1));
}
