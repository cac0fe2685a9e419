/**
 * The interface of a database engine: reads, and durable commits.
 *
 * A unit of work is data, not a callback: the statements that must become durable together. An engine can therefore put
 * the units of all waiting requests into one commit, and a transaction does not stay open while the caller awaits other
 * work. A unit may begin with a guard, a write that must touch a row; if it touches no row, the unit has no effect.
 */
import type { CommitCounts } from '../../../platform/metrics/index.ts';
import { operatorAdvice } from '../../../platform/operator-advice.ts';
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
  /** Run after the guard. Each must touch at least one row; otherwise the whole unit is rolled back. */
  readonly furtherGuards?: readonly Write[];
  readonly writes: readonly Write[];
}

export interface Engine {
  read<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]>;
  /**
   * Runs a write and returns the rows that it touched. The write is durable before this resolves. If several processes
   * claim a row, only one of them gets it.
   */
  claim<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]>;
  /** Resolves once the unit is durable: true, or false if a guard touched no row. Rejects with `StoreError`. */
  commit(unit: UnitOfWork): Promise<boolean>;
  close(): Promise<void>;
}

/** Called after each commit with the number of units in it and its duration in milliseconds. */
export type OnCommit = (units: number, ms: number) => void;

/** The past of the database, as this process knows it. */
export interface Lineage {
  /** Another number after each promotion of a standby; 0 for an engine without standbys. */
  readonly timeline: number;
  /** True once a server without commits that were confirmed to this process was found. It is not used. */
  readonly lacksCommits: boolean;
}

/** The lineage of an engine that no standby replaces. */
export const ONE_SERVER: Lineage = { timeline: 0, lacksCommits: false };

/** The migrations of an open database. */
export interface SchemaState {
  /** Those that were applied when the database was opened. */
  readonly migrated: readonly string[];
  /** Those of a later release. They only add, so this program works beside them. */
  readonly later: readonly string[];
}

/** An open engine with the newest schema. */
export interface OpenEngine extends SchemaState {
  readonly engine: Engine;
  readonly commits: CommitCounts;
  /** True if no other gateway process can use this database at the same time. */
  readonly isAlone: boolean;
  readonly lineage: Lineage;
  /** The storage of the archive of ended orders. */
  readonly pieces: ArchivePieces;
  /**
   * Reads all pages.
   * @returns the first damage; undefined if there is no damage, or if the server checks its pages itself
   */
  damage(): Promise<string | undefined>;
  /**
   * Empties the engine's log, which still has the text after an erasure. @returns false if the log could not be emptied
   */
  emptyLog(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * A failure of the database, such as a full disk, a lost connection or corruption. The unit was not written, unless
 * `inDoubt` is true.
 */
export class StoreError extends Error {
  /** The HTTP layer recognises the error by this code without importing the store. */
  readonly code = 'STORE_UNAVAILABLE';
  /** True if the connection was lost between the commit and its confirmation, so that the unit may be durable. */
  readonly inDoubt: boolean;
  /** The message, if it is a sentence for the operator. */
  readonly advice: string | undefined;

  constructor(message: string, { inDoubt = false, advice, ...options }: StoreErrorOptions = {}) {
    super(message, options);
    this.inDoubt = inDoubt;
    this.advice = advice;
  }
}

interface StoreErrorOptions extends ErrorOptions {
  readonly inDoubt?: boolean;
  readonly advice?: string | undefined;
}

/**
 * @param file of an embedded store
 * @returns the error of the engine as one of the store. It says what an operator can change, where the engine says so
 */
export function failureOf(cause: unknown, { file, inDoubt }: { file?: string; inDoubt?: boolean } = {}): StoreError {
  const advice = operatorAdvice(cause, file);
  return new StoreError(advice ?? 'The store failed.', { cause, inDoubt: inDoubt ?? false, advice });
}

export function write<P>(statement: Statement<P>, parameters: NoInfer<P>): Write {
  return { statement, parameters: parameters as Parameters };
}
