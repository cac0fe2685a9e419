/** Compares an order's transactions with its reported entries. Pure, and independent of the order of the entries. */
import { resultOf } from '../../contract/gateway-codes.ts';
import { acquirerName, providerIdOf, traceOf } from '../../core/index.ts';
import type { StoredTransaction } from '../../core/ports/index.ts';
import type { SettlementDifference } from './differences.ts';
import type { SettlementEntry } from './entry.ts';
import type { OrderWithEntries } from './ports.ts';

/** Returns whether a report should have the transaction by now. */
export type IsExpected = (processor: string, at: number) => boolean;

/** A transaction that moves money, and the amount moved. */
interface Movement {
  readonly transaction: StoredTransaction;
  /** Minor units with the sign used in reports; 0n if it failed or was voided. */
  readonly amount: bigint;
  readonly isOpen: boolean;
}

export function matchOrder(order: OrderWithEntries, isExpected: IsExpected): SettlementDifference[] {
  const movements = movementsOf(order.transactions);
  const reported = order.entries.filter(({ entry }) => entry.kind === 'PAYMENT' || entry.kind === 'REFUND');
  const sources = Map.groupBy(
    reported.map(({ entry }) => entry),
    ({ source }) => source,
  );
  const seen = new Set<StoredTransaction>();
  const differences: SettlementDifference[] = order.entries
    .filter(({ isBooked }) => !isBooked)
    .map(({ entry }) => ({ ...entryReference(order, entry), kind: 'NOT_BOOKED', there: entry.gross - entry.fee }));
  for (const entries of sources.values()) {
    const { of, left } = assignEntries(movements, entries);
    for (const [movement, its] of of) {
      seen.add(movement.transaction);
      differences.push(...compareMovement(order, movement, its));
    }
    differences.push(
      ...left.map(
        (entry): SettlementDifference => ({
          ...entryReference(order, entry),
          kind: 'MISSING_HERE',
          there: entry.gross,
        }),
      ),
    );
  }
  const missing = movements.filter(
    ({ transaction, amount }) =>
      amount !== 0n && !seen.has(transaction) && isExpected(processorName(transaction), transaction.createdAt),
  );
  return [...differences, ...missing.map((movement) => missingThere(order, movement))];
}

/** The source name in reports: a provider's id or an acquirer's name. */
function processorName({ request }: StoredTransaction): string {
  return providerIdOf(request) ?? acquirerName(request);
}

const SIGNS: Readonly<Record<string, bigint>> = { CAPTURE: 1n, PAYMENT: 1n, REFUND: -1n };

function movementsOf(transactions: readonly StoredTransaction[]): Movement[] {
  const results = new Map(
    transactions.map(({ transactionId, outcome }) => [transactionId, resultOf(outcome?.gatewayCode ?? 'PENDING')]),
  );
  const voided = new Set(
    transactions
      .filter(({ transactionId, request }) => /^VOID_/.test(request.type) && results.get(transactionId) === 'SUCCESS')
      .map(({ request }) => request.target),
  );
  return transactions.flatMap((transaction) => {
    const { transactionId, request } = transaction;
    const sign = SIGNS[request.type];
    if (sign === undefined) {
      return [];
    }
    const result = results.get(transactionId);
    const moved = result === 'SUCCESS' && !voided.has(transactionId);
    const isOpen = result === 'PENDING' || result === 'UNKNOWN';
    return [{ transaction, amount: moved ? sign * request.amount : 0n, isOpen }];
  });
}

/** A method to find an entry's movement. */
type Choice = (
  entry: SettlementEntry,
  alike: readonly Movement[],
  isFree: (one: Movement) => boolean,
) => Movement | undefined;

/** The most reliable method comes first. The later ones skip movements that have an entry. */
const CHOICES: readonly Choice[] = [
  ({ references }, alike) => alike.find((one) => references.some((text) => numbersOf(one).has(text))),
  ({ gross }, alike, isFree) => alike.find((one) => isFree(one) && one.amount === gross),
  (_, alike, isFree) => alike.find(isFree),
];

/** Assigns entries to movements: first those with a transaction id, then the others by each method in turn. */
function assignEntries(movements: readonly Movement[], entries: readonly SettlementEntry[]) {
  const of = new Map<Movement, SettlementEntry[]>();
  const put = (entry: SettlementEntry, movement: Movement | undefined) => {
    if (movement !== undefined) {
      of.set(movement, [...(of.get(movement) ?? []), entry]);
    }
    return movement === undefined;
  };
  const [named = [], nameless = []] = [true, false].map((isNamed) =>
    entries
      .filter(({ transaction }) => (transaction !== undefined) === isNamed)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  );
  const unknown = named.filter((entry) =>
    put(
      entry,
      movements.find(({ transaction }) => transaction.transactionId === entry.transaction),
    ),
  );
  const left = CHOICES.reduce(
    (some, choose) =>
      some.filter((entry) => {
        const alike = movements.filter((one) => isRefund(one) === (entry.kind === 'REFUND'));
        return put(
          entry,
          choose(entry, alike, (one) => !of.has(one)),
        );
      }),
    nameless,
  );
  return { of, left: [...unknown, ...left] };
}

function isRefund({ transaction }: Movement): boolean {
  return transaction.request.type === 'REFUND';
}

function numbersOf({ transaction: { key, createdAt, outcome } }: Movement): ReadonlySet<string> {
  const theirs = outcome?.provider?.providerReference;
  return new Set([traceOf(key, createdAt).receipt, ...(theirs === undefined ? [] : [theirs])]);
}

/** @param entries at least one entry, all from the same source */
function compareMovement(
  order: OrderWithEntries,
  movement: Movement,
  entries: readonly SettlementEntry[],
): SettlementDifference[] {
  const { transaction, amount, isOpen } = movement;
  const { currency } = transaction.request;
  const here = { here: amount, transactionId: transaction.transactionId };
  const foreign = entries.filter((entry) => entry.currency !== currency);
  if (foreign.length > 0) {
    return foreign.map((entry) => ({
      ...entryReference(order, entry),
      ...here,
      kind: 'CURRENCY_DIFFERS',
      there: entry.gross,
    }));
  }
  const sum = entries.reduce((total, { gross }) => total + gross, 0n);
  const last = entries.at(-1) as SettlementEntry;
  if (sum === amount && !isOpen) {
    return [];
  }
  const kind =
    amount === 0n ? 'STATE_DIFFERS' : entries.filter(({ gross }) => gross === amount).length > 1 ? 'TWICE' : undefined;
  return [{ ...entryReference(order, last), ...here, kind: kind ?? 'AMOUNT_DIFFERS', there: sum }];
}

function missingThere(
  { merchantId, orderId }: OrderWithEntries,
  { transaction, amount }: Movement,
): SettlementDifference {
  const { transactionId, request, createdAt } = transaction;
  return {
    kind: 'MISSING_THERE',
    source: processorName(transaction),
    merchantId,
    orderId,
    transactionId,
    reference: traceOf(transaction.key, createdAt).receipt,
    here: amount,
    currency: request.currency,
    date: new Date(createdAt).toISOString().slice(0, 10),
  };
}

function entryReference(
  { merchantId, orderId }: OrderWithEntries,
  entry: SettlementEntry,
): Omit<SettlementDifference, 'kind'> {
  const { source, id, currency, date, transaction } = entry;
  return { source, merchantId, orderId, transactionId: transaction, reference: id, currency, date };
}
