/** Stored settlement reports: implements the settlement's `SettlementRecords` port over any engine. */

import type {
  OrderWithEntries,
  SettlementEntry,
  SettlementFile,
  SettlementRecords,
  StoredEntry,
} from '../../../back-office/settlement/index.ts';
import { InvariantError } from '../../../contract/invariant.ts';
import { type Engine, write } from '../engine/engine.ts';
import type { IdAllocator } from '../engine/id-allocator.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import { Repository } from '../engine/repository.ts';
import { recordUnit } from '../orders/complete.ts';
import type { StoredReconciliation } from '../reconciliation/reconciliation.ts';
import * as statements from './statements.ts';

/** The number of entries in a page, which are a few megabytes at most. */
const ENTRIES_PER_PAGE = 5_000;
const OPEN = 0;
const BOOKED = 1;

type FileRow = NonNullable<(typeof statements.findFile)['row']>;
type EntryRow = NonNullable<(typeof statements.findEntry)['row']>;
type About = Parameters<SettlementRecords['store']>[1];

export class StoredSettlements extends Repository implements SettlementRecords {
  readonly #reconciliation: StoredReconciliation;
  readonly #process: { readonly key: number };

  constructor(
    engine: Engine,
    keys: IdAllocator,
    dependencies: { readonly reconciliation: StoredReconciliation; readonly process: { readonly key: number } },
  ) {
    super(engine, keys);
    this.#reconciliation = dependencies.reconciliation;
    this.#process = dependencies.process;
  }

  async beginFile(file: Omit<SettlementFile, 'isDone' | 'key'>, at: number): Promise<SettlementFile> {
    const insert = write(statements.insertFile, { ...file, key: this.newKey(), createdAt: at });
    await this.engine.commit({ writes: [insert] });
    const [row] = await this.engine.read(statements.findFile, file);
    return fileFrom(row!);
  }

  async fileDone(key: number, at: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.fileDone, { key, at })] });
  }

  async unfinishedFiles(): Promise<SettlementFile[]> {
    return (await this.engine.read(statements.unfinishedFiles, {})).map(fileFrom);
  }

  async find(source: string, id: string): Promise<StoredEntry | undefined> {
    const [row] = await this.engine.read(statements.findEntry, { source, id });
    return row && entryFrom(row);
  }

  store(entry: SettlementEntry, { orderKey, isBooked, recorded, stored }: About, at: number): Promise<boolean> {
    const booked = isBooked ? BOOKED : OPEN;
    const guard =
      stored === undefined
        ? write(statements.insertBookEntry, {
            key: this.newKey(),
            source: entry.source,
            id: entry.id,
            orderKey,
            booked,
            createdAt: at,
            entry: serialiseEntry(entry),
          })
        : write(statements.bookEntry, { key: stored.key, orderKey, booked, open: OPEN });
    if (recorded === undefined) {
      return this.engine.commit({ guard, writes: [] });
    }
    const { guard: orderGuard, writes } = recordUnit(recorded, this.#process.key);
    return this.engine.commit({ guard, furtherGuards: [orderGuard], writes });
  }

  async transactionByReference(reference: string) {
    const [own] = await this.engine.read(statements.byReference, { reference });
    // The provider's own number is unique only at that provider, so a number that two payments have is ambiguous.
    const theirs = own ? [own] : await this.engine.read(statements.byProviderReference, { reference, limit: 2 });
    const [found] = theirs;
    return found === undefined || theirs.length > 1
      ? undefined
      : { orderKey: Number(found.order_key), merchantId: found.merchant_id, orderId: found.order_id };
  }

  async *entries(): AsyncGenerator<StoredEntry> {
    for (let after = 0; ; ) {
      const page = await this.engine.read(statements.entryPage, { after, limit: ENTRIES_PER_PAGE });
      yield* page.map(entryFrom);
      const last = Number(page.at(-1)?.key ?? after);
      if (last === after) {
        return;
      }
      after = last;
    }
  }

  async *orders(): AsyncGenerator<OrderWithEntries> {
    for await (const page of this.#reconciliation.pages()) {
      const rows = await this.engine.read(statements.entriesOfPage, { after: page.after, last: page.last });
      const ofOrder = Map.groupBy(rows.map(entryFrom), ({ orderKey }) => orderKey);
      yield* page.orders.map((order) => ({ ...order, entries: ofOrder.get(order.orderKey) ?? [] }));
    }
  }
}

function fileFrom({ key, source, hash, name, entries, done_at: doneAt }: FileRow): SettlementFile {
  return { key: Number(key), source, hash, name, entries: Number(entries), isDone: doneAt !== null };
}

type EntryText = Omit<SettlementEntry, 'fee' | 'gross' | 'net'> & Record<'fee' | 'gross' | 'net', string>;

/** Serialises amounts as minor units in decimal text, because JSON has no BigInt. */
function serialiseEntry({ gross, fee, net, ...entry }: SettlementEntry): string {
  const text: EntryText = { ...entry, gross: `${gross}`, fee: `${fee}`, net: `${net}` };
  return JSON.stringify(text);
}

/** @throws InvariantError if the stored values are invalid */
function entryFrom({ key, entry, order_key: orderKey, booked }: EntryRow): StoredEntry {
  return {
    key: Number(key),
    entry: parseEntry(entry, Number(key)),
    orderKey: numberOrNull(orderKey),
    isBooked: Number(booked) === BOOKED,
  };
}

function parseEntry(text: string, key: number): SettlementEntry {
  try {
    const { gross, fee, net, ...entry } = JSON.parse(text) as EntryText;
    return { ...entry, gross: BigInt(gross), fee: BigInt(fee), net: BigInt(net) };
  } catch (cause) {
    throw new InvariantError(`settlement entry ${key} is not as it is stored`, { cause });
  }
}
