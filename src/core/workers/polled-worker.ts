/** A worker that polls a queue of its store, and runs if a row is due. */
import type { DueQueue } from '../ports/index.ts';
import type { DuePolls } from './due-polls.ts';
import { IntervalWorker, type IntervalWorkerDependencies } from './interval-worker.ts';

export interface PolledWorkerDependencies extends IntervalWorkerDependencies {
  readonly queue: DueQueue;
}

export class PolledWorker extends IntervalWorker {
  readonly #polled: PolledWorkerDependencies;
  #polls: Pick<DuePolls, 'isDue'> | undefined;
  #poll: Promise<void> | undefined;

  constructor(dependencies: PolledWorkerDependencies) {
    super(dependencies);
    this.#polled = dependencies;
  }

  /** @param polls those of the store; absent: each poll is a run */
  override start(processes?: () => number, polls?: Pick<DuePolls, 'isDue'>): void {
    this.#polls = polls;
    super.start(processes);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#poll;
  }

  /** Runs if a row of the queue is due, unless a poll is in progress. */
  protected poll(): void {
    this.#poll ??= this.#runIfDue().finally(() => {
      this.#poll = undefined;
    });
  }

  async #runIfDue(): Promise<void> {
    const { queue, log, failure } = this.#polled;
    try {
      if (this.#polls === undefined || (await this.#polls.isDue(queue))) {
        this.wake();
      }
    } catch (error) {
      log.error({ err: error }, failure);
    }
  }
}
