/** What all parts of one history share. */
import { Chance } from './chance.ts';
import { CALM, type Faults, faultsBy, strikes } from './faults.ts';
import { Journal } from './journal.ts';
import { Scheduler } from './scheduler.ts';

/** When the machines' clocks begin. */
const START = Date.UTC(2026, 10, 21, 2, 45, 0);

export class World {
  readonly seed: number;
  readonly chance: Chance;
  readonly scheduler: Scheduler;
  readonly journal: Journal;
  /** As the seed drew them. */
  readonly drawn: Faults;
  #faults: Faults;
  #jumped = 0;

  constructor(seed: number) {
    this.seed = seed;
    this.chance = new Chance(seed);
    this.scheduler = new Scheduler(this.chance);
    this.journal = new Journal(this.scheduler);
    this.drawn = faultsBy(this.chance);
    this.#faults = this.drawn;
  }

  get faults(): Faults {
    return this.#faults;
  }

  now(): number {
    return this.scheduler.now();
  }

  /** The machines' wall clock, milliseconds since 1970. */
  wall(): number {
    return START + this.now() + this.#jumped;
  }

  /** Somebody sets it. */
  jump(ms: number): void {
    this.#jumped += ms;
    this.journal.count('clock jumped');
    this.journal.step('clock', `jumps by ${ms / 1_000} s`);
  }

  calm(): void {
    this.#faults = CALM;
    this.journal.step('world', 'no more faults');
  }

  /** Counted where it strikes. */
  strikes(fault: 'diskFull' | 'doubled' | 'inDoubt' | 'late' | 'lost', what: string): boolean {
    const isStruck = strikes(this.chance, this.#faults[fault]);
    if (isStruck) {
      this.journal.count(what);
    }
    return isStruck;
  }
}
