/**
 * Moves what the transactions of an ended order said to the archive. The order itself stays, with its totals and
 * movements, and so do its transactions' ids, fingerprints, cards and times: no rule about money reads the archive.
 *
 * A text is first copied, durably, and then replaced by a marker that names the copy, in one commit with the order's
 * fence. The row decides: as long as it has the text, a copy is nothing; once it has the marker, the copy is complete.
 */
import type { StoredOrder } from '../../gateway/ports/index.ts';
import { type Engine, StoreError, write } from '../engine.ts';
import { setOutcome, setRequest } from '../erasure-statements.ts';
import type { IdAllocator } from '../id-allocator.ts';
import { Repository } from '../repository.ts';
import { fenceOff } from '../retention-statements.ts';
import * as statements from './archive-statements.ts';
import { type ArchivePieces, type Copied, markerOf, monthOf, type PieceSummary, placeOf } from './pieces.ts';

/** A copy takes a second; what is older was left by a process that died. */
const LEFT_AFTER_MS = 3_600_000;
/** Left copies that are finished at a time. */
const LEFT_MAX = 1_000;

export interface ArchivedMonth extends PieceSummary {
  readonly orders: number;
  /** Orders name it, and it is not there. */
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

  /** @param engine shows markers as they are @param reader the same, which shows what they stand for */
  constructor(engine: Engine, keys: IdAllocator, { pieces, reader }: { pieces: ArchivePieces; reader: Engine }) {
    super(engine, keys);
    this.#pieces = pieces;
    this.#reader = reader;
  }

  /** @returns false where the order moved meanwhile: it is then as it was */
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
      // Also where another process has done so while this one slept, before the piece had what it wrote.
      await this.#dropped(key);
      await this.#remove({ key, orderKey, month });
    }
    return isDone;
  }

  /** Those of its transactions that are not in the archive already. */
  async #liveTexts(orderKey: number, copyKey: number): Promise<Copied[]> {
    const rows = await this.engine.read(statements.textsOfOrder, { orderKey });
    return rows.flatMap(({ key, request, outcome }) =>
      outcome === null || placeOf(request) !== undefined || placeOf(outcome) !== undefined
        ? []
        : [{ transactionKey: Number(key), copyKey, request, outcome }],
    );
  }

  /**
   * Also nothing at all makes the month's piece: none that a copy names may be missing. Nor is one made in the place of
   * one that is: the operator would not learn of it, and bring it back over what was written since.
   *
   * @throws StoreError where the piece is missing, or does not have what was written
   */
  async #copy(month: string, rows: readonly Copied[]): Promise<void> {
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

  /** Finishes what processes that died have left: copies that nothing names, and customers that pieces still know. */
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

  /** Says in every piece that is there what the store says now of the order's transactions, once that is durable. */
  async rewrite(orderKey: number): Promise<void> {
    const stale = await this.engine.read(statements.copiesOfOrder, { orderKey, state: 'STALE' });
    // A piece that is away still knows the customer when it is brought back.
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

  /** @returns false where markers name it, or it is gone already */
  #dropped(key: number): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.dropCopy, { key, dropped: 'DROPPED' }), writes: [] });
  }

  /** Of one that is dropped, so that no marker can come to name it. */
  async #remove({ key, orderKey, month }: CopyOf): Promise<void> {
    const rows = await this.engine.read(statements.textsOfOrder, { orderKey });
    await this.#pieces.remove(
      month,
      key,
      rows.map((row) => Number(row.key)),
    );
    await this.engine.commit({ writes: [write(statements.deleteCopy, { key, dropped: 'DROPPED' })] });
  }

  /** Every month that orders or pieces name. */
  async months(): Promise<ArchivedMonth[]> {
    const [named, found] = await Promise.all([
      this.engine.read(statements.copiesByMonth, {}),
      this.#pieces.summaries(),
    ]);
    const orders = new Map(named.map(({ month, orders: count }) => [month, Number(count)]));
    const pieces = new Map(found.map((piece) => [piece.month, piece]));
    return [...new Set([...orders.keys(), ...pieces.keys()])].sort().map((month) => ({
      ...{ month, place: '', transactions: 0 },
      ...pieces.get(month),
      orders: orders.get(month) ?? 0,
      isMissing: !pieces.has(month),
    }));
  }
}
