/**
 * Polls for rows that are due and processes them: at an interval, at once when woken, one run at a time, with a clean
 * stop. A run that fails is logged and retried; nothing is lost by it, since the rows stay due.
 */

import type { Log } from '../ports/index.ts';
import { IntervalWorker } from './interval-worker.ts';

/** A poll costs one index probe. */
const POLL_INTERVAL_MS = 500;
/** How many rows are processed concurrently by default. */
const BATCH_SIZE = 64;
/** Rows that stay due would keep a run going for ever; after so many batches the next poll continues. */
const BATCHES_MAX = 1_000;

export interface DueWork<Row> {
  /** For the log: what failed. */
  readonly name: string;
  readonly log: Log;
  /** False: an attempt now would only fail, so the rows wait. */
  readonly possible: () => boolean;
  /** How many rows are claimed at a time, where one may take long and the others must not wait for it. */
  readonly batchSize?: number;
  readonly due: (limit: number) => Promise<readonly Row[]>;
  /** Leaves the row done, or due later. */
  readonly work: (row: Row) => Promise<void>;
}

export class DueWorker<Row> extends IntervalWorker {
  readonly #work: DueWork<Row>;

  constructor(work: DueWork<Row>) {
    super({
      intervalMs: POLL_INTERVAL_MS,
      run: () => this.#run(),
      log: work.log,
      failure: `${work.name}: could not be read or stored; trying again`,
    });
    this.#work = work;
  }

  async #run(): Promise<void> {
    const { possible, due, work, batchSize = BATCH_SIZE } = this.#work;
    for (let batch = 0; batch < BATCHES_MAX && !this.isClosed && possible(); batch += 1) {
      const rows = await due(batchSize);
      if (rows.length === 0) {
        return;
      }
      // All of them end before the run does: a close that waits for it must find nothing in flight.
      const failed = (await Promise.allSettled(rows.map(work))).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') {
        throw failed.reason;
      }
    }
  }
}
