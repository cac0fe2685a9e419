/**
 * What happened in a history: step by step for whoever replays it, and counted, so that no kind of fault dies out
 * unseen.
 */
import type { Scheduler } from './scheduler.ts';

/** How often what happened. */
export type Tally = Map<string, number>;

export class Journal {
  readonly steps: string[] = [];
  readonly tally: Tally = new Map();
  /** What must not be: the first of it fails the history. */
  readonly problems: string[] = [];
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** @param who a process, a merchant, the acquirer, … */
  step(who: string, what: string): void {
    this.steps.push(`${(this.#scheduler.now() / 1_000).toFixed(3).padStart(12)} s  ${who.padEnd(10)} ${what}`);
  }

  /** A fault, or something else that histories must meet often. */
  count(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1);
  }

  /** How many events there were. */
  get events(): number {
    return this.#scheduler.count;
  }

  problem(what: string): void {
    this.problems.push(what);
    this.step('PROBLEM', what);
  }
}

export function addTally(sum: Tally, tally: Iterable<readonly [string, number]>): void {
  for (const [what, often] of tally) {
    sum.set(what, (sum.get(what) ?? 0) + often);
  }
}
