/** Disputes of a merchant's orders, with the chargebacks that the ledger has, as a list and as a file. */
import { setImmediate as turn } from 'node:timers/promises';
import { CSV_LINE_END, CSV_TYPE, csvText } from '../contract/csv-text.ts';
import { DAY_MS } from '../contract/durations.ts';
import { currencyOf, majorText } from '../contract/money.ts';
import { acquirerName, chargedBack, type Merchant, providerIdOf, REJECTION } from '../core/index.ts';
import type {
  Clock,
  DisputePosition,
  DisputeSearch,
  Disputes,
  Orders,
  StoredDispute,
  StoredOrder,
  StoredTransaction,
} from '../core/ports/index.ts';
import { disputePosition } from '../core/ports/index.ts';
import { type FileOwners, fileUnderWay } from '../platform/limits/index.ts';
import { dayIn } from './days.ts';
import { reasonMeaning } from './dispute-reasons.ts';
import type { ConsoleFile } from './files.ts';

/** A dispute that was not answered in time counts as closed after this. */
const OVERDUE_MS_MAX = 30 * DAY_MS;
/** Disputes of one part of a file. */
const PART_DISPUTES = 100;
const POSITION = /^(\d{1,16})\.([1-9]\d{0,15})$/;

export interface DisputeDependencies {
  readonly disputes: Disputes;
  readonly orders: Orders;
  readonly clock: Clock;
}

/** Money that a payer's bank or a provider has taken back, in minor units. */
export interface Chargeback {
  readonly transactionId: string;
  /** When it was recorded. */
  readonly at: number;
  readonly amount: bigint;
  readonly currency: string;
  /** An acquirer's name or a provider's id. */
  readonly processor: string;
  /** The processor's own reference. */
  readonly reference: string | undefined;
  /** Whether a provider has taken back a whole payment, in place of a chargeback in a report. */
  readonly isRejection: boolean;
}

/** The chargebacks of an order in its ledger. */
export interface OrderChargebacks {
  readonly currency: string;
  readonly chargebacks: readonly Chargeback[];
  /** The part that was charged back and not returned, and the part that was returned. */
  readonly standing: bigint;
  readonly returned: bigint;
}

export interface DisputeOfOrder extends OrderChargebacks {
  readonly dispute: StoredDispute;
  /** Whether it can still be answered, or is still decided. */
  readonly isOpen: boolean;
}

/** The deadline, in the merchant's time zone. */
export interface DisputeDeadline {
  /** The last day, if the report has no time; else the end, milliseconds since 1970. */
  readonly lastDay: string | undefined;
  readonly at: number;
  /** Calendar days from today to the deadline's day; below zero after it. */
  readonly days: number;
  readonly isOver: boolean;
}

export function orderChargebacks(
  { state }: Pick<StoredOrder, 'state'>,
  transactions: readonly StoredTransaction[],
): OrderChargebacks {
  const chargebacks = transactions.filter(({ request }) => request.type === 'CHARGEBACK').map(chargebackOf);
  const standing = chargedBack(state);
  const returned = chargebacks.reduce((sum, { amount }) => sum + amount, 0n) - standing;
  return { currency: state.currency, chargebacks, standing, returned };
}

function chargebackOf({ transactionId, request, createdAt }: StoredTransaction): Chargeback {
  return {
    transactionId,
    at: createdAt,
    amount: request.amount,
    currency: request.currency,
    processor: providerIdOf(request) ?? acquirerName(request),
    reference: request.details.transaction?.acquirer?.transactionId,
    isRejection: transactionId.startsWith(REJECTION),
  };
}

/** The open disputes of a merchant, by deadline. */
export function openDisputes(
  { disputes }: Pick<DisputeDependencies, 'disputes'>,
  { key: merchantKey }: Pick<Merchant, 'key'>,
  now: number,
  limit: number,
): Promise<readonly StoredDispute[]> {
  return disputes.search({ merchantKey, isOpen: true, overdueSince: now - OVERDUE_MS_MAX, limit });
}

export function isDisputeOpen({ isOpen, dueAt }: StoredDispute, now: number): boolean {
  return isOpen && (dueAt === undefined || dueAt >= now - OVERDUE_MS_MAX);
}

/** @returns undefined for a dispute without a deadline */
export function deadlineOf(
  { dueAt, facts: { lastDay } }: StoredDispute,
  timeZone: string,
  now: number,
): DisputeDeadline | undefined {
  if (dueAt === undefined) {
    return undefined;
  }
  const today = dayIn(timeZone, now);
  const days = Math.round((Date.parse(lastDay ?? dayIn(timeZone, dueAt)) - Date.parse(today)) / DAY_MS);
  return { lastDay, at: dueAt, days, isOver: lastDay === undefined ? dueAt <= now : days < 0 };
}

/** @example disputePositionText({ at: 1764460800000, key: 7 }) // '1764460800000.7' */
export function disputePositionText({ at, key }: DisputePosition): string {
  return `${at}.${key}`;
}

/** @returns undefined for a text that is no position */
export function readDisputePosition(text: string | null): DisputePosition | undefined {
  const [, at = '', key = ''] = POSITION.exec(text ?? '') ?? [];
  return at === '' ? undefined : { at: Number(at), key: Number(key) };
}

/** A page of the list. `next` is the place of the next page, if there is one. */
export async function findDisputes(
  { disputes, orders, clock }: DisputeDependencies,
  { key: merchantKey }: Pick<Merchant, 'key'>,
  { isOpen, after, limit }: Pick<DisputeSearch, 'after' | 'isOpen' | 'limit'>,
): Promise<{ readonly found: readonly DisputeOfOrder[]; readonly next: DisputePosition | undefined }> {
  const overdueSince = clock.now() - OVERDUE_MS_MAX;
  const rows = await disputes.search({ merchantKey, isOpen, overdueSince, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const found = await Promise.all(
    shown.map(async (dispute): Promise<DisputeOfOrder[]> => {
      const order = await orders.find(merchantKey, dispute.orderId);
      return order === undefined
        ? []
        : [{ dispute, isOpen, ...orderChargebacks(order, await orders.transactions(order.key)) }];
    }),
  );
  return { found: found.flat(), next: last && disputePosition(last, isOpen) };
}

const COLUMNS = [
  ...['order', 'source', 'reference', 'amount', 'currency', 'reasonCode', 'reason', 'stage', 'status', 'outcome'],
  ...['date', 'respondBy', 'chargedBack', 'returned'],
].join(',');

/**
 * Open or closed disputes, in the order of the list. The amount that is charged back is below zero.
 *
 * @throws FilesBusy if too many files are being written
 */
export async function disputeFile(
  dependencies: DisputeDependencies & { readonly merchants: FileOwners },
  merchant: Pick<Merchant, 'id' | 'key'>,
  isOpen: boolean,
): Promise<ConsoleFile> {
  const parts = fileUnderWay(merchant, dependencies.merchants, csvParts(dependencies, merchant, isOpen));
  const { value: first = '' } = await parts.next();
  return { contentType: CSV_TYPE, fileName: 'disputes.csv', first, parts };
}

async function* csvParts(
  dependencies: DisputeDependencies,
  merchant: Pick<Merchant, 'key'>,
  isOpen: boolean,
): AsyncGenerator<string, undefined> {
  let text = COLUMNS + CSV_LINE_END;
  let after: DisputePosition | undefined;
  do {
    const search: Pick<DisputeSearch, 'after' | 'isOpen' | 'limit'> = { isOpen, after, limit: PART_DISPUTES };
    const { found, next } = await findDisputes(dependencies, merchant, search);
    yield text + found.map(csvLine).join('');
    text = '';
    after = next;
    await turn();
  } while (after !== undefined);
}

function csvLine({ dispute, chargebacks, currency, standing, returned }: DisputeOfOrder): string {
  const { orderId, source, dueAt, facts } = dispute;
  const { reason = '', stage = '', status = '', outcome = '', date = '', lastDay } = facts;
  const [first] = chargebacks;
  const due = lastDay ?? (dueAt === undefined ? '' : new Date(dueAt).toISOString());
  const [amount, ofAmount] = disputedAmount(dispute, { standing, returned, currency });
  const texts = [
    ...[orderId, source || (first?.processor ?? ''), facts.reference ?? first?.reference ?? ''],
    ...[amountText(amount, ofAmount), ofAmount, reason, reasonMeaning(reason) ?? '', stage, status, outcome, date, due],
  ];
  return (
    [...texts.map(csvText), amountText(-standing, currency), amountText(returned, currency)].join(',') + CSV_LINE_END
  );
}

/** The amount by the report or provider; without one, that of the chargebacks. */
export function disputedAmount(
  { facts }: StoredDispute,
  { standing, returned, currency }: Pick<OrderChargebacks, 'currency' | 'returned' | 'standing'>,
): readonly [amount: bigint, currency: string] {
  return facts.amount === undefined || facts.currency === undefined
    ? [standing + returned, currency]
    : [BigInt(facts.amount), facts.currency];
}

function amountText(amount: bigint, code: string): string {
  const currency = currencyOf(code);
  return currency === undefined ? `${amount}` : majorText(amount, currency);
}
