/**
 * Resolves movements that a restored store lacks and the acquirer's ledger has: transactions are adopted with their
 * ids. If one cannot be adopted, its order is barred, so that a merchant's repeated request does not move the money
 * again.
 */

import type { Store } from '../../adapters/store/index.ts';
import {
  adoptedVoid,
  adoptMovements,
  completedByLedger,
  LEDGER_CODES,
  messageKind,
  newOrder,
  tracedRow,
} from '../../core/index.ts';
import type { StoredOrder } from '../../core/ports/index.ts';
import type { LedgerDifference } from '../ledger-comparison.ts';
import { type AcquirerEntry, entryAmount } from '../read-ledger.ts';
import { asParts, type PartMovement, partAlone } from './lost-parts.ts';

/** OPEN: the difference was not resolved, and the store is unchanged. */
export type Resolution = 'ADOPTED' | 'BARRED' | 'ENDED' | 'OPEN' | 'VOIDED';

export interface ResolvedDifference {
  readonly how: Resolution;
  readonly difference: LedgerDifference;
  /** The reason why the order is barred or the difference is open. */
  readonly why?: string;
}

export interface AdoptOptions {
  readonly acquirer: string;
  /** Whether to bar all orders instead of adopting entries. */
  readonly barsAll: boolean;
  /** Whether the store is closed, so that gateways do not process its orders. */
  readonly isClosed: boolean;
  readonly now: number;
}

/** The entries of one order that the store lacks. */
interface MissingEntries {
  readonly differences: readonly LedgerDifference[];
  readonly entries: readonly AcquirerEntry[];
}

/** Orders whose movements are booked at the same time: the engine makes them durable in one commit. */
const ORDERS_AT_ONCE = 200;

export async function resolveDifferences(
  store: Store,
  differences: readonly LedgerDifference[],
  options: AdoptOptions,
): Promise<ResolvedDifference[]> {
  const resolved: ResolvedDifference[] = [];
  const known = differences.filter(({ kind }) => kind !== 'ONLY_AT_ACQUIRER');
  // Begins with transactions that were in flight, since they lock their orders.
  for (const difference of known.filter(({ ledgerStatus }) => ledgerStatus === 'UNDER_WAY')) {
    resolved.push(await completeTransaction(store, difference, options));
  }
  const lacking = differences.filter(({ kind }) => kind === 'ONLY_AT_ACQUIRER');
  const orders = Map.groupBy(lacking, ({ merchantId, orderId }) => JSON.stringify([merchantId, orderId]));
  const groups = [...orders.values()];
  for (let at = 0; at < groups.length; at += ORDERS_AT_ONCE) {
    const together = groups.slice(at, at + ORDERS_AT_ONCE).map(async (ofOrder) => {
      const entries = ofOrder.map(({ entry }) => entry as AcquirerEntry);
      const [how, why] = await resolveOrder(store, { differences: ofOrder, entries }, options);
      return ofOrder.map((difference) => ({ how, difference, why }));
    });
    resolved.push(...(await Promise.all(together)).flat());
  }
  for (const difference of known.filter(({ ledgerStatus }) => ledgerStatus !== 'UNDER_WAY')) {
    resolved.push(await bookVoid(store, difference, options));
  }
  return resolved;
}

type Outcome = readonly [how: Resolution, why?: string];

const CHANGED_MEANWHILE = 'the order changed meanwhile: call this again';

async function resolveOrder(store: Store, lacking: MissingEntries, options: AdoptOptions): Promise<Outcome> {
  const [{ merchantId, orderId }] = lacking.differences as [LedgerDifference];
  const merchant = await store.merchants.find(merchantId);
  if (merchant === undefined) {
    return ['OPEN', `there is no merchant ${merchantId}: create it again, then call this again`];
  }
  const known = await store.orders.find(merchant.key, orderId);
  const order = known ?? emptyOrder(store, merchant.key, orderId, lacking.entries, options.now);
  const movements = options.barsAll ? 'as you said' : await movementsOf(store, order, lacking.entries);
  const isNew = known === undefined;
  if (typeof movements !== 'string') {
    const { partPayment } = merchant.profile.permissions;
    const alone = partAlone(order, isNew, movements, partPayment);
    if (alone !== undefined) {
      return barredOr(store, order, isNew, lacking, alone, options);
    }
    const why = await adoptInto(store, order, isNew, movements, options);
    return why === undefined ? ['ADOPTED'] : barredOr(store, order, isNew, lacking, why, options);
  }
  return barredOr(store, order, isNew, lacking, movements, options);
}

async function adoptInto(
  store: Store,
  order: StoredOrder,
  isNew: boolean,
  movements: readonly PartMovement[],
  { acquirer, now }: AdoptOptions,
): Promise<string | undefined> {
  try {
    const [whole, named] = asParts(order, movements);
    const recorded = adoptMovements({ order: whole, movements: named, acquirer, now });
    return (await store.restoration.adopt(recorded, isNew)) ? undefined : CHANGED_MEANWHILE;
  } catch (error) {
    return (error as Error).message;
  }
}

async function barredOr(
  store: Store,
  order: StoredOrder,
  isNew: boolean,
  { entries }: MissingEntries,
  why: string,
  { now }: AdoptOptions,
): Promise<Outcome> {
  const texts = entries.map(
    ({ kind, state, amount, currency, reference, transaction }) =>
      `${transaction}: ${kind} ${state} ${amount} ${currency} ${reference}`,
  );
  const done = await store.restoration.bar(order, isNew, texts.join(', '), now);
  return done ? ['BARRED', why] : ['OPEN', CHANGED_MEANWHILE];
}

function emptyOrder(
  store: Store,
  merchantKey: number,
  orderId: string,
  [first]: readonly AcquirerEntry[],
  now: number,
): StoredOrder {
  const createdAt = first === undefined ? now : Date.parse(first.at);
  const state = newOrder(first?.currency ?? '', (first && entryAmount(first)) ?? 0n);
  const key = store.orders.newKey();
  return { key, merchantKey, orderId, state, lockedBy: null, fence: 0, createdAt, updatedAt: now };
}

/**
 * @returns the movements in the ledger's sequence, or, as part of a sentence, the reason why they cannot be adopted
 */
async function movementsOf(
  store: Store,
  order: StoredOrder,
  entries: readonly AcquirerEntry[],
): Promise<readonly PartMovement[] | string> {
  if (order.lockedBy !== null) {
    return 'a transaction of the order is in flight here';
  }
  const movements: PartMovement[] = [];
  for (const entry of entries) {
    const { kind, state, currency, terminal, reference, transaction: transactionId } = entry;
    if (terminal === undefined) {
      return 'the file has no terminal for it';
    }
    const message = tracedRow(terminal, reference, Date.parse(entry.at));
    const amount = entryAmount(entry);
    if (message === undefined || amount === undefined) {
      return 'its terminal, reference, amount or currency is none that this gateway sends';
    }
    const isTwice = movements.some((one) => one.transactionId === transactionId || one.key === message.key);
    if (isTwice || (await store.orders.transaction(order.key, transactionId)) !== undefined) {
      return 'the acquirer has two movements of its ids';
    }
    if (await store.restoration.isKeyUsed(message.key)) {
      return 'its message is another transaction’s here';
    }
    movements.push({ kind, state, transactionId, amount, currency, isGiftCard: entry.giftCard === true, ...message });
  }
  return movements;
}

/** Completes a transaction that was in flight at the backup, with the acquirer's result. */
async function completeTransaction(
  store: Store,
  difference: LedgerDifference,
  { isClosed, now }: AdoptOptions,
): Promise<ResolvedDifference> {
  const { merchantId, orderId, transaction, entry } = difference;
  const merchant = await store.merchants.find(merchantId);
  const order = merchant && (await store.orders.find(merchant.key, orderId));
  const isHere = order !== undefined && order.lockedBy === transaction?.key && isClosed;
  // A gift card's part of an order is not completed here, because the gateway reverses it at its start.
  if (!isHere || transaction === undefined || transaction.request.part !== undefined || entry === undefined) {
    return { how: 'OPEN', difference };
  }
  // A void's entry is that of the voided movement, which is REVERSED since the acquirer approved the void.
  const gatewayCode = messageKind(transaction.request.type) === 'VOID' ? 'APPROVED' : LEDGER_CODES[entry.state];
  const done = await store.orders.complete(completedByLedger(order, transaction, gatewayCode, now));
  return { how: done ? 'ENDED' : 'OPEN', difference };
}

/** Books a void for a movement that was voided or reversed at the acquirer after the backup. */
async function bookVoid(
  store: Store,
  difference: LedgerDifference,
  { acquirer, isClosed, now }: AdoptOptions,
): Promise<ResolvedDifference> {
  const { merchantId, orderId, transaction, entry, ledgerStatus } = difference;
  const merchant = await store.merchants.find(merchantId);
  const order = merchant && (await store.orders.find(merchant.key, orderId));
  const isUndone = ledgerStatus === 'SUCCESS' && entry?.state === 'REVERSED';
  if (order === undefined || transaction === undefined || !isUndone || !isClosed) {
    return { how: 'OPEN', difference };
  }
  // The void of its authorization, booked just before, has voided an update too.
  if (transaction.request.type === 'AUTHORIZATION_UPDATE') {
    const isVoided = isVoidedIn(order.state, transaction.request.target);
    return { how: isVoided ? 'VOIDED' : 'OPEN', difference };
  }
  try {
    const recorded = adoptedVoid({ order, acquirer, now }, transaction, store.orders.newKey());
    const done = recorded !== undefined && (await store.restoration.adopt(recorded, false));
    return { how: done ? 'VOIDED' : 'OPEN', difference };
  } catch (error) {
    return { how: 'OPEN', difference, why: (error as Error).message };
  }
}

function isVoidedIn({ movements }: StoredOrder['state'], authorization: string | undefined): boolean {
  return movements.some(
    ({ type, target, result }) => type === 'VOID_AUTHORIZATION' && target === authorization && result === 'SUCCESS',
  );
}
