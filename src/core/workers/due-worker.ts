/**
 * Polls for rows that are due and processes them: at an interval, at once when woken, one run at a time, with a clean
 * stop. A failed run is logged and retried without loss, since the rows stay due.
 */

import type { Log } from '../ports/index.ts';
import { IntervalWorker } from './interval-worker.ts';

/** A poll costs one index probe. */
const POLL_INTERVAL_MS = 500;
/** The default number of rows processed concurrently. */
const BATCH_SIZE = 64;
/** Bounds a run, which rows that stay due would otherwise extend without end. The next poll continues. */
const BATCHES_MAX = 1_000;

export interface DueWork<Row> {
  /** The name of the work in log lines about failures. */
  readonly name: string;
  readonly log: Log;
  /** False if attempts would only fail now, so the rows wait. */
  readonly possible: () => boolean;
  /** The number of rows claimed at a time. Larger if single rows may take long and must not delay the others. */
  readonly batchSize?: number;
  readonly due: (limit: number) => Promise<readonly Row[]>;
  /** Completes the row, or makes it due later. */
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
      // All of them end before the run does, so that a close that waits for the run finds no row in flight.
      const failed = (await Promise.allSettled(rows.map(work))).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') {
        throw failed.reason;
      }
    }
  }
}
