/**
 * Something that is done every so often, and at once when woken: one round at a time. A round that fails is told in the
 * log, and the next one tries again. It stops cleanly: a close waits for the round that is under way.
 */
import type { Log } from './gateway.ts';

export interface IntervalWorkerDependencies {
  readonly intervalMs: number;
  readonly run: () => Promise<void>;
  readonly log: Log;
  /** For the log, when a round failed. */
  readonly failure: string;
}

export class IntervalWorker {
  readonly #dependencies: IntervalWorkerDependencies;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(dependencies: IntervalWorkerDependencies) {
    this.#dependencies = dependencies;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#dependencies.intervalMs);
  }

  /** A round now, unless one is under way. */
  wake(): void {
    if (this.#isClosed || this.#running !== undefined) {
      return;
    }
    const { run, log, failure } = this.#dependencies;
    this.#running = run()
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => {
        this.#running = undefined;
      });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
