/** Writes the index by which orders are found: implements the `OrderIndexFeed` port over any engine. */
import { intactOf } from '../../../contract/invariant.ts';
import { CHARGEBACK_TERMS, isPlaceholderOrder } from '../../../core/index.ts';
import type { ChangeSource, OrderEntry, OrderIndexFeed, OrderSource } from '../../../core/ports/index.ts';
import { ledgerDisputeWrites } from '../disputes/writes.ts';
import { type Engine, type Write, write } from '../engine/engine.ts';
import type { IdAllocator } from '../engine/id-allocator.ts';
import { keyList } from '../engine/statement.ts';
import type { OrderChanges } from '../transactions/order-changes.ts';
import { orderFrom, transactionFrom } from '../transactions/rows.ts';
import * as progress from './feed-statements.ts';
import { BEHIND_MS } from './index-age.ts';
import { CountChanges, countedFrom, type PreviousRow, rowOf, termsFrom } from './rows.ts';
import { changedHere, missedHere, notedOrders, ordersOfDead, ordersToBuild } from './sources.ts';
import * as statements from './statements.ts';

/** An order whose entry could not be made, such as one in a missing piece of the archive, is tried again after this. */
const POSTPONED_MS = 60_000;
/** A key that was allocated this long ago is in a commit, or no payment uses it any more. */
const KEY_AGE_MS = 10_000;
/** The longest time between two writes of the progress of a process that changes nothing. */
const SAVED_MS_MAX = 60_000;

/** The build that searches read, and the one under way. */
interface Build {
  readonly served: number;
  readonly building: number | null;
}

interface Dependencies {
  readonly keys: IdAllocator;
  readonly process: { readonly key: number };
  readonly changes: OrderChanges;
}

export class StoredOrderFeed implements OrderIndexFeed {
  readonly sources: readonly ChangeSource[];
  readonly #engine: Engine;
  readonly #keys: IdAllocator;
  readonly #process: { readonly key: number };
  readonly #changes: OrderChanges;
  #build: Build = { served: 0, building: null };
  /** The process key and build that this process has stored as seen. */
  #seen: { readonly key: number; readonly generation: number } | undefined;
  #begun = 0;
  /** Keys that were allocated at a time, the oldest first. */
  #allocated: { readonly at: number; readonly below: number }[] = [];
  #saved:
    | { readonly key: number; readonly mark: number; readonly behindSince: number | null; readonly at: number }
    | undefined;

  constructor(engine: Engine, { keys, process, changes }: Dependencies) {
    this.#engine = engine;
    this.#keys = keys;
    this.#process = process;
    this.#changes = changes;
    const found = { engine, changes, process };
    this.sources = [changedHere, missedHere, notedOrders, ordersOfDead, ordersToBuild].map((source) => source(found));
  }

  async prepare(): Promise<void> {
    const [row] = await this.#engine.read(progress.readBuild, {});
    const building = row?.building == null ? null : Number(row.building);
    this.#build = { served: Number(row?.served ?? 0), building };
    const seen = { key: this.#process.key, generation: building ?? this.#build.served };
    if (this.#seen?.key !== seen.key || this.#seen.generation !== seen.generation) {
      await this.#engine.commit({ writes: [write(progress.seeBuild, { key: seen.key, seen: seen.generation })] });
      this.#seen = seen;
    }
  }

  async write(orderKeys: readonly number[], entryOf: (source: OrderSource) => OrderEntry): Promise<boolean> {
    // The rows are read before the records: a row that is still the same at the commit was made of no newer records.
    const previous = await this.#previous(orderKeys);
    const sources = await this.#sourcesOf(orderKeys);
    const entries = sources.filter(({ order }) => !isPlaceholderOrder(order)).map(entryOf);
    if (entries.length === 0) {
      return true;
    }
    const { furtherGuards, writes } = this.#writes(entries, previous);
    const guard = write(progress.keepFeed, { key: this.#process.key, now: Date.now() });
    return this.#engine.commit({ guard, furtherGuards, writes });
  }

  async postpone(key: number): Promise<void> {
    const now = Date.now();
    const row = { key, one: 1, now, dueAt: now + POSTPONED_MS };
    await this.#engine.commit({ writes: [write(progress.postponeChange, row)] });
  }

  /** @param now milliseconds of a monotonic clock */
  async saveProgress(now = performance.now()): Promise<void> {
    this.#allocated.push({ at: now, below: this.#keys.upcoming });
    const old = this.#allocated.findLastIndex(({ at }) => now - at >= KEY_AGE_MS);
    this.#allocated = this.#allocated.slice(Math.max(0, old));
    const below = old === -1 ? 0 : (this.#allocated[0]?.below ?? 0);
    await this.#save(this.#changes.moveMark(below));
  }

  async #save(mark: number): Promise<void> {
    const { key } = this.#process;
    const { oldestAt } = this.#changes;
    const now = Date.now();
    const behindSince = oldestAt !== undefined && now - oldestAt > BEHIND_MS ? oldestAt : null;
    const saved = this.#saved;
    if (
      saved?.key === key &&
      saved.mark === mark &&
      saved.behindSince === behindSince &&
      now - saved.at < SAVED_MS_MAX
    ) {
      return;
    }
    await this.#engine.commit({ writes: [write(progress.saveFeed, { key, mark, behindSince, now })] });
    this.#saved = { key, mark, behindSince, at: now };
  }

  isBusy(): boolean {
    const isBusy = this.#changes.begun !== this.#begun;
    this.#begun = this.#changes.begun;
    return isBusy;
  }

  async leave(): Promise<void> {
    if (this.#changes.isEmpty) {
      await this.#engine.commit({ writes: [write(progress.endFeed, { key: this.#process.key })] });
    }
  }

  async #previous(orderKeys: readonly number[]): Promise<ReadonlyMap<number, PreviousRow>> {
    const rows = await this.#engine.read(statements.previousRows, { keys: keyList(orderKeys) });
    return new Map(
      rows.map((row) => [
        Number(row.order_key),
        {
          revision: Number(row.revision),
          generation: Number(row.generation),
          terms: termsFrom(row.terms),
          counted: countedFrom(row.counted),
        },
      ]),
    );
  }

  /** Reads the records of orders, by key. Omits damaged ones. */
  async #sourcesOf(orderKeys: readonly number[]): Promise<OrderSource[]> {
    const keys = keyList(orderKeys.toSorted((one, other) => one - other));
    const read = { keys };
    const [orderRows, transactionRows, referenceRows, eventRows] = await Promise.all([
      this.#engine.read(statements.ordersByKeys, read),
      this.#engine.read(statements.transactionsOfOrders, read),
      this.#engine.read(statements.providerReferences, read),
      this.#engine.read(statements.checkoutEvents, read),
    ]);
    const transactions = Map.groupBy(intactOf(transactionRows, transactionFrom), ({ orderKey }) => orderKey);
    const providerReferences = new Map(
      referenceRows.map((row) => [Number(row.transaction_key), row.provider_reference ?? '']),
    );
    const events = new Map(
      eventRows
        .toSorted((one, other) => Number(one.created_at) - Number(other.created_at))
        .flatMap(({ key, event, created_at: at }) =>
          event === null ? [] : [[Number(key), { kind: event, at: Number(at) }] as const],
        ),
    );
    return intactOf(orderRows, orderFrom)
      .toSorted((one, other) => one.key - other.key)
      .map((order) => ({
        order,
        transactions: transactions.get(order.key) ?? [],
        providerReferences,
        event: events.get(order.key),
      }));
  }

  #writes(entries: readonly OrderEntry[], previous: ReadonlyMap<number, PreviousRow>) {
    const { served, building } = this.#build;
    const counts = new CountChanges();
    const furtherGuards: Write[] = [];
    const added: unknown[] = [];
    const writes: Write[] = [];
    for (const entry of entries) {
      const { orderKey, merchantKey } = entry.order;
      const before = previous.get(orderKey);
      const generation = Math.max(before?.generation ?? 0, building ?? served);
      furtherGuards.push(write(statements.putRow, rowOf(entry, (before?.revision ?? 0) + 1, generation)));
      if (served > 0) {
        counts.add(served, merchantKey, before?.counted ?? [], -1);
        counts.add(served, merchantKey, entry.counted, 1);
      }
      if (building !== null) {
        // A row of an earlier build is not in the counts of this one.
        counts.add(building, merchantKey, before?.generation === building ? before.counted : [], -1);
        counts.add(building, merchantKey, entry.counted, 1);
      }
      const idOf = ({ kind, value }: OrderEntry['terms'][number]) => `${kind} ${value}`;
      // A build adds every term again, so that it mends the terms as well.
      const has = new Set(before?.generation === generation ? before.terms.map(idOf) : []);
      const gets = new Set(entry.terms.map(idOf));
      for (const term of entry.terms.filter((one) => !has.has(idOf(one)))) {
        added.push([term.kind, term.value, merchantKey, orderKey]);
        if (term.kind === CHARGEBACK_TERMS.standing.kind) {
          writes.push(...ledgerDisputeWrites(entry.order, term.value === CHARGEBACK_TERMS.standing.value, Date.now()));
        }
      }
      for (const term of (before?.terms ?? []).filter((one) => !gets.has(idOf(one)))) {
        writes.push(write(statements.removeTerm, { ...term, merchantKey, orderKey }));
      }
    }
    const countRows = counts.rows();
    if (added.length > 0) {
      writes.push(write(statements.addTerms, { rows: JSON.stringify(added) }));
    }
    if (countRows.length > 0) {
      writes.push(write(statements.addCounts, { rows: JSON.stringify(countRows) }));
    }
    return { furtherGuards, writes };
  }
}
