/** A worker over rows that are due until they are done, and of which some have to wait for something else. */
import type { Log } from '../ports/index.ts';
import { DueWorker } from './due-worker.ts';

export interface WaitingWork<Row> {
  readonly name: string;
  readonly log: Log;
  readonly due: (limit: number) => Promise<Row[]>;
  readonly keyOf: (row: Row) => number;
  /** @returns whether the row is done; it is due again in the next run otherwise */
  readonly work: (row: Row) => Promise<boolean>;
}

export function waitingWorker<Row>({ name, log, due, keyOf, work }: WaitingWork<Row>): DueWorker<Row> {
  /** Rows of this run that must wait. A run that read them again would never end. */
  const waiting = new Set<number>();
  return new DueWorker({
    name,
    log,
    possible: () => true,
    due: async (limit) => {
      const rows = await due(limit + waiting.size);
      const left = rows.filter((row) => !waiting.has(keyOf(row)));
      if (left.length === 0) {
        waiting.clear();
      }
      return left.slice(0, limit);
    },
    work: async (row) => {
      if (!(await work(row))) {
        waiting.add(keyOf(row));
      }
    },
  });
}
