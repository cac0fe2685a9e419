/**
 * What the last reads and writes say of the store. A failed write marks it as not writable, and only a probe that is
 * written whole takes the mark away: on a disk with a few free bytes a small write succeeds between payments that fail.
 * A corrupt page stays so, whatever else can be written, until an operator has restored the file and started again.
 */

/** Worst last. */
export type StoreCondition = 'WRITABLE' | 'NOT_WRITABLE' | 'CORRUPT';

export class StoreHealth {
  #condition: StoreCondition = 'WRITABLE';
  #cause: string | undefined;

  get condition(): StoreCondition {
    return this.#condition;
  }

  /** The engine's own code of what failed, such as SQLITE_FULL or an SQLSTATE; for the log. */
  get cause(): string | undefined {
    return this.#cause;
  }

  readFailed(error: unknown): void {
    const code = codeOf(error);
    if (CORRUPT.test(code ?? '')) {
      this.#worsen('CORRUPT', code);
    }
  }

  writeFailed(error: unknown): void {
    this.readFailed(error);
    if (isOfTheStore(error)) {
      this.#worsen('NOT_WRITABLE', codeOf(error));
    }
  }

  probeWritten(): void {
    if (this.#condition === 'NOT_WRITABLE') {
      this.#condition = 'WRITABLE';
      this.#cause = undefined;
    }
  }

  #worsen(condition: StoreCondition, code: string | undefined): void {
    if (this.#condition !== 'CORRUPT') {
      this.#condition = condition;
      this.#cause = code;
    }
  }
}

/** SQLite's codes, and PostgreSQL's for a damaged page or index. */
const CORRUPT = /^(SQLITE_CORRUPT|SQLITE_NOTADB|XX001$|XX002$)/;

/**
 * Codes of a statement that is refused for what it says, or for another one beside it: the store is well. SQLSTATE
 * classes: cardinality, data, integrity, transaction rollback, syntax and access rule, feature, routine, program limit;
 * and a row that another transaction holds for too long: lock not available, statement cancelled, transaction aborted.
 */
const OF_THE_STATEMENT =
  /^(SQLITE_(CONSTRAINT|ERROR|MISMATCH|RANGE|TOOBIG)|(21|22|23|40|42|54|0A|P0)...$|55P03$|57014$|25P02$)/;

function isOfTheStore(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  // Without a cause the store was not asked: it is closed, or too many wait for it.
  if (cause === undefined || cause instanceof TypeError || cause instanceof RangeError) {
    return false;
  }
  return !OF_THE_STATEMENT.test(codeOf(error) ?? '');
}

/** Of the engine's error, which is the cause of ours; of a connection lost at a commit, its cause in turn. */
function codeOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== undefined && code !== 'STORE_UNAVAILABLE') {
      return code;
    }
  }
  return undefined;
}
