/** Messages between the process and its commit thread. */
import type { NumberedUnit, StatementText, UnitResult } from './unit-writer.ts';

/** The data with which the thread is started. */
export interface CommitThreadData {
  readonly file: string;
  /**
   * The number of log pages from which the thread's connection copies pages into the database itself, which delays all
   * writes.
   */
  readonly logPagesMax: number;
}

/** Messages to the thread, which handles them one after the other. Only WRITE has a response. */
export type ToCommitThread =
  /** `texts` has the statements that are new to the thread, in the order of their numbers. */
  | { readonly ask: 'WRITE'; readonly texts: readonly StatementText[]; readonly units: readonly NumberedUnit[] }
  /** Copies the rest of the log into the database. */
  | { readonly ask: 'COPY_LOG' }
  | { readonly ask: 'COPY_LOG_FROM'; readonly pages: number }
  | { readonly ask: 'END' };

export type FromCommitThread =
  | { readonly is: 'READY' }
  /**
   * `failed` has indexes into the units. Its entries are plain data, because an error that is sent to another thread
   * loses its code.
   */
  | { readonly is: 'WRITTEN'; readonly touched: readonly boolean[]; readonly failed: readonly FailedUnit[] };

export interface FailedUnit {
  readonly index: number;
  readonly name: string;
  readonly message: string;
  /** SQLite's code, such as SQLITE_FULL. */
  readonly code: string | undefined;
}

/** Converts results to the message. */
export function resultsMessage(results: readonly UnitResult[]): FromCommitThread {
  const failed: FailedUnit[] = [];
  const touched = results.map((result, index) => {
    if (typeof result === 'boolean') {
      return result;
    }
    const { name, message, code } = result as NodeJS.ErrnoException;
    failed.push({ index, name, message, code });
    return false;
  });
  return { is: 'WRITTEN', touched, failed };
}

/** Converts the message back to results. */
export function resultsOf({ touched, failed }: FromCommitThread & { readonly is: 'WRITTEN' }): UnitResult[] {
  const results: UnitResult[] = [...touched];
  for (const { index, name, message, code } of failed) {
    const Kind = name === 'TypeError' ? TypeError : name === 'RangeError' ? RangeError : Error;
    results[index] = Object.assign(new Kind(message), code !== undefined && { code });
  }
  return results;
}
