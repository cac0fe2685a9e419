/**
 * The interface of a database engine: reads, and durable commits.
 *
 * A unit of work is data, not a callback: the statements that must become durable together. An engine can therefore put
 * the units of all waiting requests into one commit, and no transaction stays open while other work is awaited. A unit
 * may begin with a guard, a write that must touch a row; if it touches no row, the unit has no effect.
 */
import type { CommitCounts } from '../../../platform/metrics/index.ts';
import type { ArchivePieces } from './pieces.ts';
import type { Parameters, Statement } from './statement.ts';

/** A statement with its parameters. `write` checks their types against each other. */
export interface Write {
  readonly statement: Statement;
  readonly parameters: Parameters;
}

export interface UnitOfWork {
  /** Runs first and must touch at least one row; otherwise the unit has no effect. */
  readonly guard?: Write;
  /** Run next, and each must touch a row as well. If one does not, the whole unit is rolled back. */
  readonly furtherGuards?: readonly Write[];
  readonly writes: readonly Write[];
}

export interface Engine {
  read<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]>;
  /**
   * A write that returns the rows that it touched, durable before it resolves. If several processes claim a row, only
   * one of them gets it.
   */
  claim<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]>;
  /** Resolves once the unit is durable: true, or false if a guard touched no row. Rejects with `StoreError`. */
  commit(unit: UnitOfWork): Promise<boolean>;
  close(): Promise<void>;
}

/** Called after each commit with the number of units in it and its duration in milliseconds. */
export type OnCommit = (units: number, ms: number) => void;

/** An open engine with the newest schema. */
export interface OpenEngine {
  readonly engine: Engine;
  readonly commits: CommitCounts;
  readonly migrated: readonly string[];
  /** True if no other gateway process can be using this database. */
  readonly isAlone: boolean;
  /** The storage of the archive of ended orders. */
  readonly pieces: ArchivePieces;
  /**
   * Reads all pages.
   * @returns the first damage; undefined if there is no damage, or if the server checks its pages itself
   */
  damage(): Promise<string | undefined>;
  /** Call after an erasure: the engine's log still has the erased text. @returns false if it could not be emptied */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * The database failed, such as a full disk, a lost connection or corruption. The unit was not written, unless
 * `inDoubt`.
 */
export class StoreError extends Error {
  /** The HTTP layer recognises the error by this code without importing the store. */
  readonly code = 'STORE_UNAVAILABLE';
  /** The connection was lost between the commit and its confirmation, so the unit may be durable. */
  readonly inDoubt: boolean;

  constructor(message: string, { inDoubt = false, ...options }: ErrorOptions & { readonly inDoubt?: boolean } = {}) {
    super(message, options);
    this.inDoubt = inDoubt;
  }
}

export function write<P>(statement: Statement<P>, parameters: NoInfer<P>): Write {
  return { statement, parameters: parameters as Parameters };
}
