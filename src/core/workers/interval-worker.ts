/**
 * Runs a job at an interval, and at once when woken; runs do not overlap. A failed run is logged, and the next run
 * retries. `close` waits for the run in progress.
 */
import type { Log } from '../ports/index.ts';
import type { DuePolls } from './due-polls.ts';

export interface IntervalWorkerDependencies {
  readonly intervalMs: number;
  readonly run: () => Promise<void>;
  readonly log: Log;
  /** The log message after a failed run. */
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

  /**
   * @param processes the number of live gateway processes on the store; absent: this one alone
   * @param _polls of the store's queues, for workers that have one
   */
  start(processes: () => number = () => 1, _polls?: Pick<DuePolls, 'isDue'>): void {
    this.#timer = setInterval(() => this.tick(processes), this.#dependencies.intervalMs);
  }

  /** Runs at each interval. */
  protected tick(_processes: () => number): void {
    this.wake();
  }

  /** Runs now, unless a run is in progress. */
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

  /** Runs now, or waits for the run in progress. */
  async once(): Promise<void> {
    this.wake();
    await this.#running;
  }

  /** Runs after the run in progress. Resolves when the run has ended. */
  async runNow(): Promise<void> {
    await this.#running;
    this.wake();
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}
