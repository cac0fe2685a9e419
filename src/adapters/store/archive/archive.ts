/**
 * Moves the texts of an ended order's transactions to the archive. The order stays, with its totals and movements, and
 * so do its transactions' ids, fingerprints, cards and times. Rules about money do not read the archive.
 *
 * A text is first copied, durably, and then replaced by a marker that names the copy, in one commit with the order's
 * fence. A copy is valid only once its marker is committed, and is complete by then.
 */
import type { StoredOrder } from '../../../core/ports/index.ts';
import { type Engine, StoreError, write } from '../engine/engine.ts';
import type { IdAllocator } from '../engine/id-allocator.ts';
import {
  type ArchivePieces,
  type CopiedTexts,
  markerOf,
  monthOf,
  type PieceSummary,
  placeOf,
} from '../engine/pieces.ts';
import { Repository } from '../engine/repository.ts';
import { fenceOff, setOutcome, setRequest } from '../transactions/text-statements.ts';
import * as statements from './statements.ts';

/** The age from which an unfinished copy counts as left by a process that died. A copy takes about a second. */
const LEFT_AFTER_MS = 3_600_000;
/** Maximum number of unfinished copies that one run finishes. */
const LEFT_MAX = 1_000;

export interface ArchivedMonth extends PieceSummary {
  readonly orders: number;
  /** True if orders refer to the piece but it does not exist. */
  readonly isMissing: boolean;
}

interface CopyOf {
  readonly key: number;
  readonly orderKey: number;
  readonly month: string;
}

export class StoredArchive extends Repository {
  readonly #pieces: ArchivePieces;
  readonly #reader: Engine;

  /**
   * @param engine the engine that returns the markers themselves
   * @param reader the same engine, but with archived texts in place of their markers
   */
  constructor(engine: Engine, keys: IdAllocator, { pieces, reader }: { pieces: ArchivePieces; reader: Engine }) {
    super(engine, keys);
    this.#pieces = pieces;
    this.#reader = reader;
  }

  /** @returns false if another operation has changed the order; no row is written then */
  async archive({ key: orderKey, fence, updatedAt: movedAt }: StoredOrder, now: number): Promise<boolean> {
    const [key, month] = [this.newKey(), monthOf(movedAt)];
    const copied = await this.#liveTexts(orderKey, key);
    await this.engine.commit({
      writes: [write(statements.insertCopy, { key, orderKey, month, state: 'PENDING', movedAt, now })],
    });
    await this.#copy(month, copied);
    const isDone = await this.engine.commit({
      guard: write(fenceOff, { key: orderKey, fence: fence + 1, fenceBefore: fence }),
      furtherGuards: [write(statements.changeCopy, { key, before: 'PENDING', after: 'ARCHIVED' })],
      writes: copied.flatMap(({ transactionKey, copyKey }) => {
        const marker = markerOf({ month, transactionKey, copyKey });
        return [
          write(setRequest, { key: transactionKey, request: marker }),
          write(setOutcome, { key: transactionKey, outcome: marker }),
        ];
      }),
    });
    if (!isDone) {
      // Drop the copy too if another process archived the order while this process was suspended before its write to
      // the piece.
      await this.#dropped(key);
      await this.#remove({ key, orderKey, month });
    }
    return isDone;
  }

  /** Reads the texts that are not archived yet. */
  async #liveTexts(orderKey: number, copyKey: number): Promise<CopiedTexts[]> {
    const rows = await this.engine.read(statements.textsOfOrder, { orderKey });
    return rows.flatMap(({ key, request, outcome }) =>
      outcome === null || placeOf(request) !== undefined || placeOf(outcome) !== undefined
        ? []
        : [{ transactionKey: Number(key), copyKey, request, outcome }],
    );
  }

  /**
   * Copies rows to the month's piece. Creates the piece even for zero rows, because a piece that copies refer to must
   * exist. A missing piece is not created again: the operator would not notice it, and would later restore the old file
   * over the new rows.
   *
   * @throws StoreError if the piece is missing, or does not return the rows that were written
   */
  async #copy(month: string, rows: readonly CopiedTexts[]): Promise<void> {
    if (!(await this.#pieces.has(month)) && (await this.#isNamed(month))) {
      throw new StoreError(`The archive's piece ${month}, which orders name, is missing.`);
    }
    await this.#pieces.write(month, rows);
    for (const { transactionKey, copyKey, request, outcome } of rows) {
      const texts = await this.#pieces.read(month, transactionKey, copyKey);
      if (texts?.request !== request || texts.outcome !== outcome) {
        throw new StoreError(`The archive's piece ${month} does not have what was written to it.`);
      }
    }
  }

  async #isNamed(month: string): Promise<boolean> {
    return (await this.engine.read(statements.namedInMonth, { month, limit: 1 })).length > 0;
  }

  /** Finishes the work of processes that died: drops unreferenced copies, and erases customers from stale ones. */
  async finish(now: number): Promise<void> {
    const before = now - LEFT_AFTER_MS;
    const left = await this.engine.read(statements.openCopies, { before, limit: LEFT_MAX });
    for (const { key, order_key: orderKey, month, state } of left) {
      if (state !== 'STALE') {
        await this.#drop({ key: Number(key), orderKey: Number(orderKey), month });
      } else if (await this.#pieces.has(month)) {
        await this.rewrite(Number(orderKey));
      }
    }
  }

  /**
   * Rewrites the order's transactions in every existing piece to match the store. Call this once the change in the
   * store is durable.
   */
  async rewrite(orderKey: number): Promise<void> {
    const stale = await this.engine.read(statements.copiesOfOrder, { orderKey, state: 'STALE' });
    // A copy in a missing piece stays STALE, because it has the customer's data when the piece is restored.
    const there = await Promise.all(stale.map(async (copy) => ((await this.#pieces.has(copy.month)) ? [copy] : [])));
    const rows = await this.#reader.read(statements.textsOfOrder, { orderKey });
    await this.#pieces.rewrite(
      rows.flatMap(({ key, request, outcome }) =>
        outcome === null ? [] : [{ transactionKey: Number(key), request, outcome }],
      ),
    );
    await this.engine.commit({
      writes: there
        .flat()
        .map(({ key }) => write(statements.changeCopy, { key: Number(key), before: 'STALE', after: 'ARCHIVED' })),
    });
  }

  async #drop(copy: CopyOf): Promise<void> {
    if (await this.#dropped(copy.key)) {
      await this.#remove(copy);
    }
  }

  /** @returns false if markers refer to the copy, or it has been removed already */
  #dropped(key: number): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.dropCopy, { key, dropped: 'DROPPED' }), writes: [] });
  }

  /** Removes a copy from its piece. Call it only for a dropped copy, to which no marker can refer. */
  async #remove({ key, orderKey, month }: CopyOf): Promise<void> {
    const rows = await this.engine.read(statements.textsOfOrder, { orderKey });
    await this.#pieces.remove(
      month,
      key,
      rows.map((row) => Number(row.key)),
    );
    await this.engine.commit({ writes: [write(statements.deleteCopy, { key, dropped: 'DROPPED' })] });
  }

  /** Lists every month that has a piece, or that orders refer to. */
  async months(): Promise<ArchivedMonth[]> {
    const [named, found] = await Promise.all([
      this.engine.read(statements.copiesByMonth, {}),
      this.#pieces.summaries(),
    ]);
    const orders = new Map(named.map(({ month, orders: count }) => [month, Number(count)]));
    const pieces = new Map(found.map((piece) => [piece.month, piece]));
    return [...new Set([...orders.keys(), ...pieces.keys()])].sort().map((month) => ({
      month,
      place: '',
      transactions: 0,
      ...pieces.get(month),
      orders: orders.get(month) ?? 0,
      isMissing: !pieces.has(month),
    }));
  }
}
