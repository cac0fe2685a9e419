/**
 * Stores the entries of a file, and books their transactions on orders in the same commits. Entries stored before are
 * skipped, so importing the same file again completes an interrupted import.
 */
import { type Merchant, type RecordDependencies, recordReported } from '../../core/index.ts';
import type { Orders, StoredOrder } from '../../core/ports/index.ts';
import { movementsOfEntry } from './book-entry.ts';
import { isAboutOrder, isSame, type ReportedEntry, type SettlementEntry } from './entry.ts';
import type { SettlementRecords, StoredEntry } from './ports.ts';

export interface ImportDependencies extends RecordDependencies {
  readonly records: SettlementRecords;
  readonly orders: Pick<Orders, 'find' | 'newKey' | 'transactions'>;
  readonly merchantById: (id: string) => Promise<Merchant | undefined>;
  /** Resolves after this many milliseconds. */
  readonly pause: (ms: number) => Promise<unknown>;
}

export interface ImportCounts {
  /** Entries stored now; `known` counts those stored before. */
  stored: number;
  known: number;
  /** Transactions recorded on orders. */
  recorded: number;
  /** Ids of entries stored before with other contents. The earlier contents stay. */
  changed: string[];
  /** Ids of entries that could not be stored because their orders stayed locked. */
  locked: string[];
}

/** Number of entries written at the same time, so that they share a commit. */
const BATCH_ENTRIES = 100;
/** Tries to import an entry of a locked order. An operation locks its order until the acquirer responds. */
const TRIES_MAX = 120;
const TRY_PAUSE_MS = 250;

/** @param dryRun true to write no changes */
export async function importEntries(
  dependencies: ImportDependencies,
  entries: readonly ReportedEntry[],
  dryRun: boolean,
): Promise<ImportCounts> {
  const counts: ImportCounts = { stored: 0, known: 0, recorded: 0, changed: [], locked: [] };
  for (let from = 0; from < entries.length; from += BATCH_ENTRIES) {
    // Entries of one order are imported one after the other, since each changes it.
    const ofOrder = Map.groupBy(entries.slice(from, from + BATCH_ENTRIES), ({ id, merchant, order }) =>
      JSON.stringify(order === undefined ? [id] : [merchant, order]),
    );
    await Promise.all(
      [...ofOrder.values()].map(async (group) => {
        for (const entry of group) {
          await importEntry(dependencies, entry, dryRun, counts);
        }
      }),
    );
  }
  return counts;
}

async function importEntry(
  dependencies: ImportDependencies,
  reported: ReportedEntry,
  dryRun: boolean,
  counts: ImportCounts,
): Promise<void> {
  const { records, clock, pause } = dependencies;
  const read = await withEarlierId(records, reported);
  for (let tried = 0; tried < TRIES_MAX; tried += 1) {
    const found = await orderOf(dependencies, read);
    const entry = withMeaning(read, found);
    const stored = await records.find(entry.source, entry.id);
    if (stored !== undefined && (stored.isBooked || found === undefined)) {
      const isAsBefore = isSame(stored.entry, entry);
      counts.known += 1;
      counts.changed.push(...(isAsBefore ? [] : [entry.id]));
      return;
    }
    if (found?.order.lockedBy != null) {
      await pause(TRY_PAUSE_MS);
      continue;
    }
    const about = await bookingOf(dependencies, stored?.entry ?? entry, found, stored);
    if (dryRun || (await records.store(stored?.entry ?? entry, about, clock.now()))) {
      counts[stored === undefined ? 'stored' : 'known'] += 1;
      counts.recorded += about.recorded?.transactions.length ?? 0;
      return;
    }
  }
  counts.locked.push(read.id);
}

/**
 * Uses the earlier id if it is stored with the same contents, so that importing the file again stores no duplicates.
 * With other contents, that id belongs to an entry of another report.
 */
async function withEarlierId(
  records: SettlementRecords,
  { earlierId, ...entry }: ReportedEntry,
): Promise<SettlementEntry> {
  const earlier = earlierId === undefined ? undefined : (await records.find(entry.source, earlierId))?.entry;
  // The kind was decided at the earlier import, by the order found then.
  return earlier && isSame({ ...entry, id: earlier.id, kind: earlier.kind }, earlier)
    ? { ...entry, id: earlier.id }
    : entry;
}

interface FoundOrder {
  readonly merchant: Merchant;
  readonly order: StoredOrder;
}

async function bookingOf(
  dependencies: ImportDependencies,
  entry: SettlementEntry,
  found: FoundOrder | undefined,
  stored: StoredEntry | undefined,
): Promise<Parameters<SettlementRecords['store']>[1]> {
  if (found === undefined) {
    const merchant = entry.merchant && (await dependencies.merchantById(entry.merchant));
    return { orderKey: null, merchantKey: merchant ? merchant.key : undefined, isBooked: !isAboutOrder(entry), stored };
  }
  const { merchant, order } = found;
  const movements = movementsOfEntry(entry, order, await dependencies.orders.transactions(order.key));
  const about = { orderKey: order.key, merchantKey: merchant.key, isBooked: movements !== undefined, stored };
  return movements === undefined || movements.length === 0
    ? about
    : { ...about, recorded: await recordReported(dependencies, merchant, order, movements) };
}

/**
 * Finds the order by the ids that the gateway sent, or else by a reference that matches a browser payment. An order id
 * alone is ambiguous: a provider may report its invoice as `order/transaction`, and another order may have such an id.
 */
async function orderOf(
  dependencies: ImportDependencies,
  { merchant, order, transaction, references }: SettlementEntry,
): Promise<FoundOrder | undefined> {
  const named = merchant && order && (await orderNamed(dependencies, { merchantId: merchant, orderId: order }));
  if (named && transaction !== undefined) {
    return named;
  }
  for (const reference of references) {
    const payment = await dependencies.records.transactionByReference(reference);
    if (payment !== undefined) {
      return orderNamed(dependencies, payment);
    }
  }
  return named || undefined;
}

async function orderNamed(
  { orders, merchantById }: ImportDependencies,
  { merchantId, orderId }: { readonly merchantId: string; readonly orderId: string },
): Promise<FoundOrder | undefined> {
  const merchant = await merchantById(merchantId);
  const order = merchant && (await orders.find(merchant.key, orderId));
  return merchant && order && { merchant, order };
}

/** A line of a bank statement with a payment's reference is that payment, not a payout. */
function withMeaning(entry: SettlementEntry, found: FoundOrder | undefined): SettlementEntry {
  return entry.kind === 'PAYOUT' && found !== undefined
    ? { ...entry, kind: entry.gross < 0n ? 'REFUND' : 'PAYMENT' }
    : entry;
}
