/** Stored settlement reports: implements the settlement's `SettlementRecords` port over any engine. */

import type {
  OrderWithEntries,
  SettlementEntry,
  SettlementFile,
  SettlementRecords,
  StoredEntry,
} from '../../../back-office/settlement/index.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { disputeWrites } from '../disputes/writes.ts';
import { type Engine, type Write, write } from '../engine/engine.ts';
import type { IdAllocator } from '../engine/id-allocator.ts';
import { Repository } from '../engine/repository.ts';
import { recordUnit } from '../orders/complete.ts';
import type { StoredReconciliation } from '../reconciliation/reconciliation.ts';
import { BOOKED, entryFrom, OPEN, serialiseEntry } from './entry-rows.ts';
import type { StoredPayouts } from './payouts.ts';
import * as statements from './statements.ts';

/** The number of entries in a page, which are a few megabytes at most. */
const ENTRIES_PER_PAGE = 5_000;

type FileRow = NonNullable<(typeof statements.findFile)['row']>;
type About = Parameters<SettlementRecords['store']>[1];

export class StoredSettlements extends Repository implements SettlementRecords {
  readonly #reconciliation: StoredReconciliation;
  readonly #payouts: StoredPayouts;
  readonly #process: { readonly key: number };

  constructor(
    engine: Engine,
    keys: IdAllocator,
    dependencies: {
      readonly payouts: StoredPayouts;
      readonly reconciliation: StoredReconciliation;
      readonly process: { readonly key: number };
    },
  ) {
    super(engine, keys);
    this.#payouts = dependencies.payouts;
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

  async store(entry: SettlementEntry, about: About, at: number): Promise<boolean> {
    const { orderKey, isBooked, recorded, stored } = about;
    const booked = isBooked ? BOOKED : OPEN;
    const { payoutKey, writes: sums } = await this.#payouts.add(entry, about);
    const further = [...sums, ...this.#disputeOf(entry, about, at)];
    const guard =
      stored === undefined
        ? write(statements.insertBookEntry, {
            key: this.newKey(),
            source: entry.source,
            id: entry.id,
            orderKey,
            booked,
            createdAt: at,
            payoutKey,
            entry: serialiseEntry(entry),
          })
        : write(statements.bookEntry, { key: stored.key, orderKey, payoutKey, booked, open: OPEN });
    if (recorded === undefined) {
      return this.engine.commit({ guard, writes: further });
    }
    const { guard: orderGuard, writes } = recordUnit(recorded, this.#process.key);
    return this.engine.commit({ guard, furtherGuards: [orderGuard], writes: [...writes, ...further] });
  }

  /** A chargeback with its reason or its last day to answer is a dispute. */
  #disputeOf(entry: SettlementEntry, { orderKey, merchantKey }: About, at: number): Write[] {
    const { id, kind, source, reason, respondBy, gross, currency, date, references } = entry;
    const isDispute = kind === 'CHARGEBACK' && (reason !== undefined || respondBy !== undefined);
    if (!isDispute || orderKey === null || merchantKey === undefined) {
      return [];
    }
    return disputeWrites(
      { key: this.newKey(), merchantKey, orderKey, source, byProvider: false },
      {
        id,
        isOpen: true,
        dueAt: respondBy === undefined ? undefined : Date.parse(respondBy) + DAY_MS,
        changedAt: at,
        facts: {
          reason,
          amount: `${gross < 0n ? -gross : gross}`,
          currency,
          date,
          lastDay: respondBy,
          reference: references[0],
        },
      },
      at,
    );
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
