/**
 * What every database engine does for us: read, and commit writes durably.
 *
 * A unit of work is data, not a callback: the statements that must become durable together. So an engine is free to put
 * the units of all requests that wait at a moment into one commit, and no transaction is ever open while something else
 * is awaited. A unit may begin with a guard: a write that must touch a row. When it touches none, the unit leaves no
 * trace.
 */
import type { Parameters, Statement } from './statement.ts';

export interface Write {
  readonly statement: Statement;
  readonly parameters: Parameters;
}

export interface UnitOfWork {
  /** Must touch at least one row, or nothing of the unit is done. It runs first. */
  readonly guard?: Write;
  /** Must touch a row as well. It runs next; when it touches none, what the guard did is undone. */
  readonly secondGuard?: Write;
  readonly writes: readonly Write[];
}

export interface Engine {
  read<Row>(statement: Statement<Row>, parameters: Parameters): Promise<Row[]>;
  /**
   * A write that gives the rows that it touched, durable before it resolves: of several processes that take, one alone
   * gets a row.
   */
  claim<Row>(statement: Statement<Row>, parameters: Parameters): Promise<Row[]>;
  /** Resolves once the unit is durable: true; or false when its guard touched nothing. Rejects with `StoreError`. */
  commit(unit: UnitOfWork): Promise<boolean>;
  close(): Promise<void>;
}

/** Told of each commit: how many units shared it, and how many milliseconds it took. */
export type OnCommit = (units: number, ms: number) => void;

/** The database could not do it: disk full, gone, corrupt. Nothing of the unit is durable, unless it is in doubt. */
export class StoreError extends Error {
  /** By this the front door knows it, without knowing the store. */
  readonly code = 'STORE_UNAVAILABLE';
  /** The connection was lost between the commit and its confirmation: the unit may be durable. */
  readonly inDoubt: boolean;

  constructor(message: string, { inDoubt = false, ...options }: ErrorOptions & { readonly inDoubt?: boolean } = {}) {
    super(message, options);
    this.inDoubt = inDoubt;
  }
}

export function write(statement: Statement, parameters: Parameters): Write {
  return { statement, parameters };
}
