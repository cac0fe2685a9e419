/**
 * The condition of the store, derived from its last reads and writes. A failed write marks it as not writable, and only
 * a successful probe clears the mark: on a disk with a few free bytes, small writes succeed between failing payments. A
 * corrupt store stays corrupt, even if writes succeed, until the operator has restored the file and restarted the
 * gateway.
 */

import { StoreError } from './engine.ts';

/** The conditions, the worst last. */
export type StoreCondition = 'WRITABLE' | 'NOT_WRITABLE' | 'CORRUPT';

export class StoreHealth {
  #condition: StoreCondition = 'WRITABLE';
  #cause: string | undefined;
  #reason: string | undefined;

  get condition(): StoreCondition {
    return this.#condition;
  }

  /** For the log: the engine's code of the failure, such as SQLITE_FULL or an SQLSTATE. */
  get cause(): string | undefined {
    return this.#cause;
  }

  /** The same in a sentence for the operator, if there is one. */
  get reason(): string | undefined {
    return this.#reason;
  }

  readFailed(error: unknown): void {
    if (CORRUPT.test(codeOf(error) ?? '')) {
      this.#worsen('CORRUPT', error);
    }
  }

  writeFailed(error: unknown): void {
    this.readFailed(error);
    if (isOfTheStore(error)) {
      this.#worsen('NOT_WRITABLE', error);
    }
  }

  probeWritten(): void {
    if (this.#condition === 'NOT_WRITABLE') {
      this.#condition = 'WRITABLE';
      this.#cause = undefined;
      this.#reason = undefined;
    }
  }

  #worsen(condition: StoreCondition, error: unknown): void {
    if (this.#condition !== 'CORRUPT') {
      this.#condition = condition;
      this.#cause = codeOf(error);
      this.#reason = error instanceof StoreError ? error.advice : undefined;
    }
  }
}

/** SQLite's codes for corruption, and PostgreSQL's for a damaged page or index. */
const CORRUPT = /^(SQLITE_CORRUPT|SQLITE_NOTADB|XX001$|XX002$)/;

/**
 * Codes of a statement that is refused because of its content or of another transaction, while the store is sound. The
 * SQLSTATE classes are cardinality, data, integrity, transaction rollback, syntax and access rule, feature, routine and
 * program limit. The codes for a row that was locked too long are lock not available, statement cancelled and
 * transaction aborted.
 */
const OF_THE_STATEMENT =
  /^(SQLITE_(CONSTRAINT|ERROR|MISMATCH|RANGE|TOOBIG)|(21|22|23|40|42|54|0A|P0)...$|55P03$|57014$|25P02$)/;

function isOfTheStore(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  // An error without a cause means that the engine did not run the statement, because it is closed or too many units
  // wait.
  if (cause === undefined || cause instanceof TypeError || cause instanceof RangeError) {
    return false;
  }
  return !OF_THE_STATEMENT.test(codeOf(error) ?? '');
}

/**
 * The code of the engine's error, which is the cause of a `StoreError`. If the connection was lost at a commit, the
 * code is in a further cause.
 */
function codeOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== undefined && code !== 'STORE_UNAVAILABLE') {
      return code;
    }
  }
  return undefined;
}
