/**
 * `reconcile --bar --provider`: bars each order for which a provider's ledger has a movement that the store lacks, and
 * continues payments that were being initiated at the backup.
 */

import type { Store } from '../../adapters/store/index.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import { completedByLedger, newOrder, providerIdOf } from '../../core/index.ts';
import type { StoredOrder, StoredTransaction } from '../../core/ports/index.ts';
import type { CommandCall, CommandResult } from '../command.ts';
import type { NewestSuccess, Period } from '../ledger-comparison.ts';
import { printable } from '../printable.ts';
import { entryAmount, type ProviderEntry } from '../read-ledger.ts';
import type { Resolution } from './adopt-ledger.ts';
import { requireCovered } from './covered-time.ts';
import { ledgerOfProvider, missingLedgers, nextStep, requireProvider } from './ledgers.ts';

export interface ProviderLedger {
  readonly entries: readonly ProviderEntry[];
  /** The time that the file covers, from the command line. */
  readonly period: Period;
}

export async function resolveProviderLedger(
  { store, settings }: CommandCall,
  provider: string,
  { entries, period }: ProviderLedger,
): Promise<CommandResult> {
  await requireProvider(store, settings, provider);
  const closed = await store.restoration.state();
  const isClosed = closed !== undefined;
  if (isClosed) {
    requireCovered({ entries, period, newest: await newestAtProvider(store, provider, entries) }, closed.since);
  }
  const now = Date.now();
  const lines: string[] = [];
  let continued = 0;
  const earlier = new Map<string, number>();
  let isResolved = true;
  for (const entry of entries) {
    const isContinued = isClosed ? await continueInitiation(store, entry, now) : undefined;
    continued += isContinued === true ? 1 : 0;
    isResolved &&= isContinued !== false;
    const { merchant, order, transaction = '?', kind, state, amount, currency } = entry;
    const alike = JSON.stringify([merchant, order, kind, amount]);
    const before = earlier.get(alike) ?? 0;
    earlier.set(alike, before + (isRefused(entry) ? 0 : 1));
    const how = await barUnknown(store, entry, before, now);
    isResolved &&= how !== 'OPEN';
    if (how !== undefined) {
      lines.push(
        [how, merchant, order, transaction, `${kind} ${state}`, `${amount} ${currency}`].map(printable).join('\t'),
      );
    }
  }
  if (isClosed && isResolved) {
    await store.restoration.recordComparison(ledgerOfProvider(provider), now);
  }
  const count = `${lines.length} of ${entries.length} movements are not known here.`;
  const initiations = continued === 1 ? '1 payment that was' : `${continued} payments that were`;
  const further = `${initiations} being initiated at the backup will get the provider's result.`;
  return {
    text: [
      ...lines,
      count,
      ...(continued > 0 ? [further] : []),
      ...(isClosed ? [nextStep(isResolved, await missingLedgers(store, settings))] : []),
    ].join('\n'),
    exitCode: lines.length === 0 ? 0 : 1,
  };
}

/** The file has the movement if it has any of the order: providers rarely know the merchant's transaction ids. */
async function newestAtProvider(
  store: Store,
  provider: string,
  entries: readonly ProviderEntry[],
): Promise<NewestSuccess | undefined> {
  const ordersInFile = new Set(entries.map(({ merchant, order }) => JSON.stringify([merchant, order])));
  let newest: NewestSuccess | undefined;
  for await (const { merchantId, orderId, transactions } of store.reconciliation.orders()) {
    for (const { createdAt, request, outcome } of transactions) {
      const isSuccess = outcome !== undefined && resultOf(outcome.gatewayCode) === 'SUCCESS';
      if (isSuccess && providerIdOf(request) === provider && createdAt >= (newest?.createdAt ?? 0)) {
        newest = { createdAt, isInLedger: ordersInFile.has(JSON.stringify([merchantId, orderId])) };
      }
    }
  }
  return newest;
}

/**
 * @param before the number of earlier entries with the same order, kind and amount
 * @returns undefined if the store has the movement
 */
async function barUnknown(
  store: Store,
  entry: ProviderEntry,
  before: number,
  now: number,
): Promise<Resolution | undefined> {
  const merchant = await store.merchants.find(entry.merchant);
  if (merchant === undefined) {
    return 'OPEN';
  }
  const known = await store.orders.find(merchant.key, entry.order);
  if (await isKnown(store, known, entry, before)) {
    return undefined;
  }
  const order = known ?? {
    ...{ key: store.orders.newKey(), merchantKey: merchant.key, orderId: entry.order, lockedBy: null, fence: 0 },
    state: newOrder(entry.currency, entryAmount(entry) ?? 0n),
    ...{ createdAt: Date.parse(entry.at), updatedAt: now },
  };
  const movement = `${entry.transaction ?? '?'}: ${entry.kind} ${entry.state} ${entry.amount} ${entry.currency} ${entry.reference}`;
  return (await store.restoration.bar(order, known === undefined, movement, now)) ? 'BARRED' : 'OPEN';
}

/**
 * Continues a payment that was being initiated at the backup, since the provider has it. At its start, the gateway
 * would decline it as unanswered, and return the money of a payer who has paid meanwhile.
 *
 * @returns undefined if the entry is of no such payment; false if the payment changed meanwhile
 */
async function continueInitiation(store: Store, entry: ProviderEntry, now: number): Promise<boolean | undefined> {
  const found = await store.browserPayments.findBy('reference', entry.reference);
  if (found === undefined || found.merchantId !== entry.merchant || found.order.lockedBy !== found.transaction.key) {
    return undefined;
  }
  return store.orders.complete(completedByLedger(found.order, found.transaction, 'PENDING', now));
}

/** Whether the entry will not move money. */
const isRefused = ({ state }: ProviderEntry): boolean => state === 'DECLINED';

/** The gateway's transaction types by the provider's kind of movement. PayPal also calls a plain payment a capture. */
const FOLLOW_UP_TYPES: Readonly<Record<string, RegExp>> = {
  CAPTURE: /^(CAPTURE|PAYMENT)$/,
  REFUND: /^REFUND$/,
  VOID: /^VOID_/,
};

/**
 * Looks the movement up by the merchant's transaction id. If the provider does not report the id, a payment is found by
 * the gateway's reference or the provider's number. A follow-up is known if the order has more transactions of its kind
 * and amount than there are such entries before this one.
 */
async function isKnown(
  store: Store,
  order: StoredOrder | undefined,
  entry: ProviderEntry,
  before: number,
): Promise<boolean> {
  if (entry.transaction !== undefined) {
    return order !== undefined && (await store.orders.transaction(order.key, entry.transaction)) !== undefined;
  }
  const following = FOLLOW_UP_TYPES[entry.kind];
  if (isRefused(entry)) {
    return true;
  }
  if (following === undefined) {
    const payment = await store.settlements.transactionByReference(entry.reference);
    return payment !== undefined && payment.orderKey === order?.key;
  }
  const amount = entryAmount(entry);
  const transactions = order === undefined ? [] : await store.orders.transactions(order.key);
  const isAlike = ({ request, outcome }: StoredTransaction) =>
    following.test(request.type) &&
    request.amount === amount &&
    (outcome === undefined || resultOf(outcome.gatewayCode) !== 'FAILURE');
  return before < transactions.filter(isAlike).length;
}
