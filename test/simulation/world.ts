/** The parts of a history share this state. */
import { Chance } from './chance.ts';
import { CALM, type Faults, faultsBy, strikes } from './faults.ts';
import { Journal } from './journal.ts';
import { Scheduler } from './scheduler.ts';

/** The initial time of the machines' clocks. */
const START = Date.UTC(2026, 10, 21, 2, 45, 0);

export class World {
  readonly seed: number;
  readonly chance: Chance;
  readonly scheduler: Scheduler;
  readonly journal: Journal;
  /** The rates that the seed drew. */
  readonly drawn: Faults;
  #faults: Faults;
  #jumped = 0;

  /** @param faults absent: the seed draws them */
  constructor(seed: number, faults?: Faults) {
    this.seed = seed;
    this.chance = new Chance(seed);
    this.scheduler = new Scheduler(this.chance);
    this.journal = new Journal(this.scheduler);
    this.drawn = faults ?? faultsBy(this.chance);
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

  /** The wall clock is set. */
  jump(ms: number): void {
    this.#jumped += ms;
    this.journal.count('clock jumped');
    this.journal.step('clock', `jumps by ${ms / 1_000} s`);
  }

  calm(): void {
    this.#faults = CALM;
    this.journal.step('world', 'no more faults');
  }

  /** Counts the fault if it occurs. */
  strikes(fault: 'diskFull' | 'doubled' | 'inDoubt' | 'late' | 'lost', what: string): boolean {
    const isStruck = strikes(this.chance, this.#faults[fault]);
    if (isStruck) {
      this.journal.count(what);
    }
    return isStruck;
  }
}
