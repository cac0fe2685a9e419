/** What the process and the thread that commits for it send each other. */
import type { NumberedUnit, StatementText, UnitResult } from './unit-writer.ts';

/** Given to the thread at its start. */
export interface CommitThreadData {
  readonly file: string;
  /** Pages of the log from which on the thread's connection copies it by itself, which holds everybody up. */
  readonly logPagesMax: number;
}

/** In their order, one after the other. Only WRITE is answered. */
export type ToCommitThread =
  /** `texts`: of the statements that it has not heard of, in the order of their numbers. */
  | { readonly ask: 'WRITE'; readonly texts: readonly StatementText[]; readonly units: readonly NumberedUnit[] }
  /** Copy what is left of the log into the database. */
  | { readonly ask: 'COPY_LOG' }
  | { readonly ask: 'COPY_LOG_FROM'; readonly pages: number }
  | { readonly ask: 'END' };

export type FromCommitThread =
  | { readonly is: 'READY' }
  /** `failed`: by index. An error loses its code when it is copied to another thread. */
  | { readonly is: 'WRITTEN'; readonly touched: readonly boolean[]; readonly failed: readonly FailedUnit[] };

export interface FailedUnit {
  readonly index: number;
  readonly name: string;
  readonly message: string;
  /** SQLite's, such as SQLITE_FULL. */
  readonly code: string | undefined;
}

/** @returns what is sent of the results */
export function written(results: readonly UnitResult[]): FromCommitThread {
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

/** @returns the results that were sent */
export function resultsOf({ touched, failed }: FromCommitThread & { readonly is: 'WRITTEN' }): UnitResult[] {
  const results: UnitResult[] = [...touched];
  for (const { index, name, message, code } of failed) {
    const Kind = name === 'TypeError' ? TypeError : name === 'RangeError' ? RangeError : Error;
    results[index] = Object.assign(new Kind(message), code !== undefined && { code });
  }
  return results;
}
