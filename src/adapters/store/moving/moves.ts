/** The state of moves of merchants in one of their two stores, and the rows of the merchant there. */
import { type Engine, type Write, write } from '../engine/engine.ts';
import type { RowChange } from '../engine/row-changes.ts';
import { termsFrom } from '../order-index/rows.ts';
import { removeTerm } from '../order-index/statements.ts';
import { MERCHANT_TABLES, type MerchantTable, type TableName } from '../schema/merchant-tables.ts';
import type { MoveStep } from '../schema/moving.ts';
import { MerchantRows, rowKey } from './merchant-rows.ts';
import * as statements from './move-statements.ts';
import { findPayerId, type PayerId } from './payer-ids.ts';

export interface StoredMove {
  readonly merchantKey: number;
  readonly merchantId: string;
  readonly step: MoveStep;
  /** The number of the other store. */
  readonly otherStore: number;
  readonly runner: string;
  readonly beats: number;
  /** The time of the last step, milliseconds since 1970. */
  readonly changedAt: number;
}

const ORDERS = MERCHANT_TABLES.find(({ table }) => table === 'payment_order') as MerchantTable;
/** Entries of the index in one commit. */
const INDEX_PAGE_ROWS = 50;

type OwnMove = Pick<StoredMove, 'merchantKey' | 'runner'>;

const CLOSED: readonly MoveStep[] = ['CLOSED', 'GONE', 'ARRIVING'];
const isClosed = (step: MoveStep) => (CLOSED.includes(step) ? 1 : 0);

/** The steps in which the store lists the rows that change. */
const LISTING: readonly MoveStep[] = ['OPEN', 'CLOSING', 'CLOSED'];
const listsChanges = (step: MoveStep) => (LISTING.includes(step) ? 1 : 0);
/** Commits in one page of changes. */
const CHANGES_PAGE_ROWS = 500;

/** Keys of changed rows, of any merchant, by their tables. */
export type ChangedRows = Map<TableName, Set<number | string>>;

/** Changes that were taken off the list. */
export interface TakenChanges {
  readonly rows: ChangedRows;
  readonly commits: number;
  readonly isMore: boolean;
}

export function addChanges(changed: ChangedRows, table: TableName, keys: Iterable<number | string>): void {
  const ofTable = changed.get(table) ?? new Set();
  for (const key of keys) {
    ofTable.add(key);
  }
  changed.set(table, ofTable);
}

export class StoredMoves {
  readonly #engine: Engine;

  /** @param engine shows the archived texts of transactions in their rows */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async all(): Promise<readonly StoredMove[]> {
    return (await this.#engine.read(statements.selectMoves, {})).map(moveFrom);
  }

  async find(merchantId: string): Promise<StoredMove | undefined> {
    return (await this.#engine.read(statements.selectMove, { merchantId })).map(moveFrom)[0];
  }

  /**
   * @param id in a payer's address, or the transaction id of a 3DS Server
   * @returns undefined if the store does not have it, or its merchant has gone
   */
  findPayerId(id: string): Promise<PayerId | undefined> {
    return findPayerId(this.#engine, id);
  }

  rowsOf(merchantKey: number): MerchantRows {
    return new MerchantRows(this.#engine, merchantKey);
  }

  /** @returns false if the merchant has a move here already */
  begin(move: Omit<StoredMove, 'beats'>): Promise<boolean> {
    const { changedAt: now, ...columns } = move;
    const step = { isClosed: isClosed(move.step), listsChanges: listsChanges(move.step) };
    const parameters = { ...columns, ...step, one: 1, gone: 'GONE' as const, now };
    return this.#engine.commit({ guard: write(statements.insertMove, parameters), writes: [] });
  }

  /** @returns false if the command that has the move goes on, or another one has taken it over */
  takeOver({ merchantKey, runner: before, beats, step }: StoredMove, runner: string): Promise<boolean> {
    const parameters = { merchantKey, before, beats, runner, listsChanges: listsChanges(step), one: 1 };
    return this.#engine.commit({ guard: write(statements.takeOver, parameters), writes: [] });
  }

  /** @returns whether the store has listed each change since this command has had the move */
  async listsChanges({ merchantKey, runner }: OwnMove): Promise<boolean> {
    return (await this.#engine.read(statements.listedMove, { merchantKey, runner, one: 1 })).length > 0;
  }

  /** @returns the number of commits on the list */
  async listedCommits({ merchantKey }: OwnMove): Promise<number> {
    return Number((await this.#engine.read(statements.countChanges, { merchantKey }))[0]?.commits);
  }

  /** Takes some changes off the list: the caller reads these rows after that. */
  async takeChanges({ merchantKey }: OwnMove): Promise<TakenChanges> {
    const page = await this.#engine.read(statements.selectChanges, { merchantKey, limit: CHANGES_PAGE_ROWS });
    const rows: ChangedRows = new Map();
    for (const { changes } of page) {
      for (const [table, keys] of JSON.parse(changes) as RowChange[]) {
        addChanges(rows, table, keys);
      }
    }
    await this.#engine.commit({ writes: page.map(({ id }) => write(statements.deleteChange, { id, merchantKey })) });
    return { rows, commits: page.length, isMore: page.length === CHANGES_PAGE_ROWS };
  }

  /**
   * Ends the list of changes of a move whose command was cut off, which would grow without end. The next call of the
   * command begins another one.
   *
   * @returns false if the command goes on
   */
  stopListing({ merchantKey, runner, beats }: StoredMove): Promise<boolean> {
    return this.#engine.commit({
      guard: write(statements.stopListing, { merchantKey, runner, beats, one: 1, none: 0 }),
      writes: [write(statements.deleteChanges, { merchantKey })],
    });
  }

  /** The guard of a write for a move: touches no row if another command has it, or it has left the step. */
  guard({ merchantKey, runner }: OwnMove, step: MoveStep): Write {
    return write(statements.beat, { merchantKey, runner, step, one: 1 });
  }

  /** Shows that the command goes on. @returns false if another command has the move, or it has ended */
  renew({ merchantKey, runner }: OwnMove): Promise<boolean> {
    return this.#engine.commit({ guard: write(statements.renew, { merchantKey, runner, one: 1 }), writes: [] });
  }

  /** @returns false if another command has the move, or it is not in the step `before` */
  advance(move: OwnMove, before: MoveStep, step: MoveStep, now: number): Promise<boolean> {
    const { merchantKey } = move;
    return this.#engine.commit({
      guard: this.#changed(move, before, step, now),
      writes: LISTING.includes(step) ? [] : [write(statements.deleteChanges, { merchantKey })],
    });
  }

  /**
   * Lets the merchant pay here, and retention find its rows.
   *
   * @param lowestKey the lowest key of its rows
   */
  serve(move: OwnMove, lowestKey: number, now: number): Promise<boolean> {
    return this.#engine.commit({
      guard: this.#changed(move, 'ARRIVING', 'SERVED', now),
      writes: [write(statements.walkFrom, { key: lowestKey })],
    });
  }

  async end({ merchantKey, runner }: OwnMove): Promise<void> {
    await this.#engine.commit({
      guard: write(statements.deleteMove, { merchantKey, runner }),
      writes: [write(statements.deleteChanges, { merchantKey })],
    });
  }

  /** @returns the id of an order whose transaction, delivery or mail is under way; undefined if there is none */
  async orderUnderWay(merchantKey: number): Promise<string | undefined> {
    const parameters = { merchantKey, one: 1 };
    for (const statement of [statements.orderUnderWay, ...statements.sendingUnderWay]) {
      const [row] = await this.#engine.read(statement, parameters);
      if (row !== undefined) {
        return row.order_id;
      }
    }
    return undefined;
  }

  /** Marks the merchant's orders for the index, which makes their entries anew. */
  async indexAll(merchantKey: number, now: number): Promise<void> {
    for await (const page of this.rowsOf(merchantKey).pages(ORDERS)) {
      const writes = page.map((row) =>
        write(statements.indexOrder, { key: rowKey(ORDERS, row), one: 1, now, none: null }),
      );
      await this.#engine.commit({ writes });
    }
  }

  /** Removes the merchant's orders from the index. Can be cut off and begun again. */
  async removeFromIndex(merchantKey: number): Promise<void> {
    for (;;) {
      const page = await this.#engine.read(statements.indexPage, { merchantKey, limit: INDEX_PAGE_ROWS });
      if (page.length === 0) {
        break;
      }
      const writes = page.flatMap(({ order_key: orderKey, terms }) => [
        ...termsFrom(terms).map((term) => write(removeTerm, { ...term, merchantKey, orderKey: Number(orderKey) })),
        write(statements.removeEntry, { key: Number(orderKey) }),
        write(statements.removeChange, { key: Number(orderKey) }),
      ]);
      await this.#engine.commit({ writes });
    }
    await this.#engine.commit({ writes: [write(statements.removeCountsOf, { merchantKey })] });
  }

  #changed({ merchantKey, runner }: OwnMove, before: MoveStep, step: MoveStep, now: number): Write {
    const columns = { isClosed: isClosed(step), listsChanges: listsChanges(step) };
    return write(statements.changeStep, { merchantKey, runner, before, step, ...columns, now });
  }
}

function moveFrom(row: NonNullable<(typeof statements.selectMove)['row']>): StoredMove {
  return {
    merchantKey: Number(row.merchant_key),
    merchantId: row.merchant_id,
    step: row.step,
    otherStore: Number(row.other_store),
    runner: row.runner,
    beats: Number(row.beats),
    changedAt: Number(row.changed_at),
  };
}
