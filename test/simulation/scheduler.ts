/**
 * The history's time, advanced only by its events. Events at the same instant run in an order that the seed chooses.
 * After each event all resulting in-memory work runs to its next await before the next event.
 */
import type { Chance } from './chance.ts';

interface Event {
  readonly at: number;
  /** Orders the events of one instant. */
  readonly tie: number;
  readonly run: () => void;
}

const TIES = 2 ** 30;
/** More events than any history that comes to rest: beyond this there is an endless loop. */
const EVENTS_MAX = 60_000;

export class Scheduler {
  readonly #chance: Chance;
  /** A binary heap, the earliest first. */
  readonly #events: Event[] = [];
  #now = 0;
  #count = 0;
  #commits = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** Milliseconds since the history began, monotonic. */
  now(): number {
    return this.#now;
  }

  /** The number of events so far. */
  get count(): number {
    return this.#count;
  }

  at(instant: number, run: () => void): void {
    push(this.#events, { at: Math.max(instant, this.#now), tie: this.#chance.below(TIES), run });
  }

  after(ms: number, run: () => void): void {
    this.at(this.#now + ms, run);
  }

  /** Resolves after this time. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Runs the only work that is not in memory: the database's commit, which ends in the same instant. */
  async during<T>(commit: () => Promise<T>): Promise<T> {
    this.#commits += 1;
    try {
      return await commit();
    } finally {
      this.#commits -= 1;
    }
  }

  /** Until `isOver` returns true, or there is no event up to the instant. */
  async run(until: number, isOver: () => boolean = () => false): Promise<void> {
    while (!isOver()) {
      const [next] = this.#events;
      if (next === undefined || next.at > until) {
        break;
      }
      pop(this.#events);
      this.#now = next.at;
      this.#count += 1;
      if (this.#count > EVENTS_MAX) {
        throw new Error(`The history does not come to rest: ${EVENTS_MAX} events.`);
      }
      next.run();
      do {
        await new Promise((resolve) => setImmediate(resolve));
      } while (this.#commits > 0);
    }
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.tie < other.tie);
}

function push(heap: Event[], event: Event): void {
  let index = heap.length;
  heap.push(event);
  while (index > 0) {
    const above = (index - 1) >> 1;
    const parent = heap[above]!;
    if (!isBefore(event, parent)) {
      break;
    }
    heap[index] = parent;
    index = above;
  }
  heap[index] = event;
}

function pop(heap: Event[]): void {
  const last = heap.pop()!;
  if (heap.length === 0) {
    return;
  }
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) {
      break;
    }
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) {
      child += 1;
    }
    if (!isBefore(heap[child]!, last)) {
      break;
    }
    heap[index] = heap[child]!;
    index = child;
  }
  heap[index] = last;
}
