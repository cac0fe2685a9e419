/**
 * Polls the queues of a store. The polls of one turn of the event loop share one statement, because a store has a dozen
 * queues, most of which are empty. The workers of a store start together, so their timers fire in the same turn.
 */
import type { Clock, DueQueue, DueQueues } from '../ports/index.ts';

export class DuePolls {
  readonly #queues: DueQueues;
  readonly #clock: Pick<Clock, 'now'>;
  #polled: DueQueue[] = [];
  /** The answer to the polls of this turn. */
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
    await new Promise((resolve) => setImmediate(resolve));
    const polled = this.#polled;
    this.#polled = [];
    this.#answer = undefined;
    return this.#queues.due(polled, this.#clock.now());
  }
}
