/**
 * Polls the queues of a store. Polls shortly after each other share one statement, because a store has a dozen queues,
 * most of which are empty.
 */
import type { Clock, DueQueue, DueQueues } from '../ports/index.ts';

/** Timers that started together fire within this time of each other. */
const SHARED_MS = 50;

export class DuePolls {
  readonly #queues: DueQueues;
  readonly #clock: Pick<Clock, 'now'>;
  #polled: DueQueue[] = [];
  /** The answer to the polls that wait for the next statement. */
  #answer: Promise<ReadonlySet<DueQueue>> | undefined;

  constructor(queues: DueQueues, clock: Pick<Clock, 'now'>) {
    this.#queues = queues;
    this.#clock = clock;
  }

  /** @returns true if the queue has a row that is due */
  async isDue(queue: DueQueue): Promise<boolean> {
    this.#polled.push(queue);
    this.#answer ??= this.#read();
    return (await this.#answer).has(queue);
  }

  async #read(): Promise<ReadonlySet<DueQueue>> {
    await new Promise((resolve) => setTimeout(resolve, SHARED_MS));
    const polled = this.#polled;
    this.#polled = [];
    this.#answer = undefined;
    return this.#queues.due(polled, this.#clock.now());
  }
}
