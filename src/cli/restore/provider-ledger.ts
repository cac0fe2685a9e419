/** `reconcile --bar --provider`: bars each order of which a provider has a movement that the store does not know. */

import type { Store } from '../../adapters/store/index.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import { newOrder } from '../../core/index.ts';
import type { StoredOrder, StoredTransaction } from '../../core/ports/index.ts';
import type { CommandCall, CommandResult } from '../command.ts';
import { printable } from '../printable.ts';
import { entryAmount, type ProviderEntry } from '../read-ledger.ts';
import type { Resolution } from './adopt-ledger.ts';
import { ledgerOfProvider, missingLedgers, nextStep, requireProvider } from './ledgers.ts';

export async function resolveProviderLedger(
  { store, settings }: CommandCall,
  provider: string,
  entries: readonly ProviderEntry[],
): Promise<CommandResult> {
  await requireProvider(store, settings, provider);
  const now = Date.now();
  const lines: string[] = [];
  const earlier = new Map<string, number>();
  let isResolved = true;
  for (const entry of entries) {
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
  const isClosed = (await store.restoration.state()) !== undefined;
  if (isClosed && isResolved) {
    await store.restoration.recordComparison(ledgerOfProvider(provider), now);
  }
  const count = `${lines.length} of ${entries.length} movements are not known here.`;
  return {
    text: [...lines, count, ...(isClosed ? [nextStep(isResolved, await missingLedgers(store, settings))] : [])].join(
      '\n',
    ),
    exitCode: lines.length === 0 ? 0 : 1,
  };
}

/** @param before entries like it that come before it @returns undefined where the movement is known */
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

/** Nothing moved, and nothing will. */
const isRefused = ({ state }: ProviderEntry): boolean => state === 'DECLINED';

/** The types of follow-up transactions here. PayPal calls a payment's own money a capture. */
const FOLLOW_UP_TYPES: Readonly<Record<string, RegExp>> = {
  CAPTURE: /^(CAPTURE|PAYMENT)$/,
  REFUND: /^REFUND$/,
  VOID: /^VOID_/,
};

/**
 * By the merchant's transaction id. Where the provider does not report it, a payment is known by the gateway's
 * reference or the provider's number, and what follows a payment by its kind and amount: as many as the order has are
 * known.
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
