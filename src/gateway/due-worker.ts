/**
 * Works off rows that are due: looks every so often, at once when woken, one round at a time, and stops cleanly. A round that
 * fails is told in the log and tried again; nothing is lost by it, since the rows stay due.
 */
import type { Log } from './gateway.ts';

/** A look costs one index probe. */
const LOOK_EVERY_MS = 500;
/** How many rows are worked off side by side, where nothing says otherwise. */
const BATCH_SIZE = 64;

export interface DueWork<Row> {
  /** For the log: what could not be done. */
  readonly name: string;
  readonly log: Log;
  /** False: a try now would only fail, so the rows wait. */
  readonly possible: () => boolean;
  /** How many rows at a time, where one may take long and the others must not wait for it. */
  readonly batchSize?: number;
  readonly due: (limit: number) => Promise<readonly Row[]>;
  /** Leaves the row done, or due later. */
  readonly work: (row: Row) => Promise<void>;
}

export class DueWorker<Row> {
  readonly #work: DueWork<Row>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(work: DueWork<Row>) {
    this.#work = work;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY_MS);
  }

  /** Looks now. */
  wake(): void {
    if (this.#closed || this.#running !== undefined) return;
    const { log, name } = this.#work;
    this.#running = this.#round()
      .catch((error: unknown) => log.error({ err: error }, `${name}: could not be read or stored; trying again`))
      .finally(() => {
        this.#running = undefined;
      });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #round(): Promise<void> {
    const { possible, due, work, batchSize = BATCH_SIZE } = this.#work;
    while (!this.#closed && possible()) {
      const rows = await due(batchSize);
      if (rows.length === 0) return;
      // All of them end before the round does: a close that waits for it must find nothing under way.
      const failed = (await Promise.allSettled(rows.map(work))).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    }
  }
}
