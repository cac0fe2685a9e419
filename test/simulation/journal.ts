/**
 * The events of a history: logged step by step for a replay, and counted, so that the disappearance of a fault kind is
 * noticed.
 */
import type { Scheduler } from './scheduler.ts';

/** The number of times that each event occurred. */
export type Tally = Map<string, number>;

export class Journal {
  readonly steps: string[] = [];
  readonly tally: Tally = new Map();
  /** Violations: the first of them fails the history. */
  readonly problems: string[] = [];
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** @param who a process, a merchant, the acquirer, … */
  step(who: string, what: string): void {
    this.steps.push(`${(this.#scheduler.now() / 1_000).toFixed(3).padStart(12)} s  ${who.padEnd(10)} ${what}`);
  }

  /** A fault, or another event that histories must contain often. */
  count(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1);
  }

  /** The number of events. */
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
