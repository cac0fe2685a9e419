/** A worker for rows that stay due until they are done, although some must wait for another event. */
import type { DueQueue, Log } from '../ports/index.ts';
import { DueWorker } from './due-worker.ts';

export interface WaitingWork<Row> {
  readonly name: string;
  readonly log: Log;
  readonly queue: DueQueue;
  readonly due: (limit: number) => Promise<Row[]>;
  readonly keyOf: (row: Row) => number;
  /** @returns true if the row is done; otherwise it is due again in the next run */
  readonly work: (row: Row) => Promise<boolean>;
}

export function waitingWorker<Row>({ name, log, queue, due, keyOf, work }: WaitingWork<Row>): DueWorker<Row> {
  /** Rows of this run that must wait. Reading them again would make the run endless. */
  const waiting = new Set<number>();
  return new DueWorker({
    name,
    log,
    queue,
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
