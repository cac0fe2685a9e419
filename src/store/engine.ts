/**
 * What every database engine does: read, and commit writes durably.
 *
 * A unit of work is data, not a callback: the statements that must become durable together. So an engine can put the
 * units of all waiting requests into one commit, and no transaction is open while other work is awaited. A unit may
 * begin with a guard: a write that must touch a row. If it touches none, the unit has no effect.
 */
import type { CommitCounts } from '../metrics/index.ts';
import type { ArchivePieces } from './archive/pieces.ts';
import type { Parameters, Statement } from './statement.ts';

/** A statement with its values, which `write` has checked against each other. */
export interface Write {
  readonly statement: Statement;
  readonly parameters: Parameters;
}

export interface UnitOfWork {
  /** Must touch at least one row, or the unit has no effect. It runs first. */
  readonly guard?: Write;
  /** Each must touch a row as well. They run next; if one touches none, what the others wrote is rolled back. */
  readonly furtherGuards?: readonly Write[];
  readonly writes: readonly Write[];
}

export interface Engine {
  read<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]>;
  /**
   * A write that returns the rows that it touched, durable before it resolves. If several processes claim a row, only
   * one gets it.
   */
  claim<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]>;
  /** Resolves when the unit is durable: true; or false if a guard touched nothing. Rejects with `StoreError`. */
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
  /** No other gateway process can be alive on it. */
  readonly isAlone: boolean;
  /** Where the archive of ended orders lies. */
  readonly pieces: ArchivePieces;
  /** Reads all pages. @returns what is damaged first; undefined where nothing is, or where the server looks itself */
  damage(): Promise<string | undefined>;
  /** Call after an erasure: the engine's log still has what was erased. @returns false where it still has it */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
}

/** The database failed: disk full, lost, corrupt. Nothing of the unit is durable, unless the commit is in doubt. */
export class StoreError extends Error {
  /** The http layer recognises the error by it, without importing the store. */
  readonly code = 'STORE_UNAVAILABLE';
  /** The connection was lost between the commit and its confirmation: the unit may be durable. */
  readonly inDoubt: boolean;

  constructor(message: string, { inDoubt = false, ...options }: ErrorOptions & { readonly inDoubt?: boolean } = {}) {
    super(message, options);
    this.inDoubt = inDoubt;
  }
}

export function write<P>(statement: Statement<P>, parameters: NoInfer<P>): Write {
  return { statement, parameters: parameters as Parameters };
}
