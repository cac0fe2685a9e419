/**
 * Polls for rows that are due and processes them: at an interval, at once when woken, one run at a time, with a clean
 * stop. A failed run is logged and retried without loss, because the rows stay due.
 */

import type { DueQueue, Log } from '../ports/index.ts';
import { PolledWorker } from './polled-worker.ts';

/** A poll costs one index probe, in a statement that the workers of a store share. */
const POLL_INTERVAL_MS = 500;
/** Limits the interval of polls to four seconds, however many processes share them. */
const SHARING_MAX = 8;
/** The default number of rows processed concurrently. */
const BATCH_SIZE = 64;
/** Limits a run, which would not end while rows stay due. The next poll continues. */
const BATCHES_MAX = 1_000;

export interface DueWork<Row> {
  /** The name of the work in log lines about failures. */
  readonly name: string;
  readonly log: Log;
  /** The queue that has the rows. */
  readonly queue: DueQueue;
  /** True if there may be rows that the queue does not show yet. */
  readonly isMore?: () => boolean;
  /** False if attempts would fail now. The rows then wait. */
  readonly possible: () => boolean;
  /** The number of rows claimed at a time. Set it higher if single rows may take long and must not delay others. */
  readonly batchSize?: number;
  readonly due: (limit: number) => Promise<readonly Row[]>;
  /** Completes the row, or makes it due later. */
  readonly work: (row: Row) => Promise<void>;
}

export class DueWorker<Row> extends PolledWorker {
  readonly #work: DueWork<Row>;
  /** Ticks since the last poll. */
  #ticks = 0;

  constructor(work: DueWork<Row>) {
    super({
      intervalMs: POLL_INTERVAL_MS,
      run: () => this.#run(),
      log: work.log,
      failure: `${work.name}: could not be read or stored; trying again`,
      queue: work.queue,
    });
    this.#work = work;
  }

  /**
   * Every process can claim each row, so with several of them each polls the less often: the store gets no more polls
   * than from one process.
   */
  protected override tick(processes: () => number): void {
    this.#ticks += 1;
    if (this.#ticks < Math.min(processes(), SHARING_MAX)) {
      return;
    }
    this.#ticks = 0;
    const { possible, isMore } = this.#work;
    if (isMore?.() === true) {
      this.wake();
    } else if (possible()) {
      this.poll();
    }
  }

  async #run(): Promise<void> {
    const { possible, due, work, batchSize = BATCH_SIZE } = this.#work;
    for (let batch = 0; batch < BATCHES_MAX && !this.isClosed && possible(); batch += 1) {
      const rows = await due(batchSize);
      if (rows.length === 0) {
        return;
      }
      // Wait for all rows before the run ends, so that no row is in flight after `close`.
      const failed = (await Promise.allSettled(rows.map(work))).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') {
        throw failed.reason;
      }
    }
  }
}
