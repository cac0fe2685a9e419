/**
 * One life of a gateway process. Every call of a port takes its turns here: time passes, and the process may be dead by
 * then, in which case its code never runs on, or stand still, in which case it runs on later and knows nothing of it.
 */
import type { Clock } from '../../src/core/ports/index.ts';
import { strikes } from './faults.ts';
import type { World } from './world.ts';

/** Turns in the life of a process: it starts, it takes a payment, it takes some. */
const TURNS_OF_A_LIFE = [20, 80, 250] as const;

export class SimulatedProcess {
  readonly name: string;
  readonly clock: Clock;
  readonly #world: World;
  readonly #died: (process: SimulatedProcess) => void;
  /** After so many turns; it may begin a new life then. */
  readonly #crashAt: number;
  /** How many times more it looks for what it may have written without knowing it. */
  looksInDoubt = 0;
  #turns = 0;
  #isAlive = true;
  #standsStillUntil = 0;

  constructor(world: World, name: string, died: (process: SimulatedProcess) => void) {
    const [wallAtStart, startedAt] = [world.wall(), world.now()];
    this.name = name;
    this.#world = world;
    this.#died = died;
    this.clock = {
      now: () => (world.drawn.rawClock ? world.wall() : wallAtStart + world.now() - startedAt),
    };
    this.#crashAt = strikes(world.chance, world.faults.crashes)
      ? world.chance.between(1, world.chance.pick(TURNS_OF_A_LIFE))
      : Number.POSITIVE_INFINITY;
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Time passes. The process may die here. @param where for whoever reads the history */
  turn(where: string, ms: number): Promise<void> {
    return this.#await(ms, () => {
      this.#turns += 1;
      if (this.#turns < this.#crashAt) {
        return true;
      }
      this.#world.journal.count(`crash ${where}`);
      this.#world.journal.step(this.name, `dies ${where}`);
      this.end();
      return false;
    });
  }

  /** Time passes, and nothing is under way meanwhile. */
  sleep(ms: number): Promise<void> {
    return this.#await(ms, () => true);
  }

  /** Holds all of its code back, as a machine does that is moved, or that runs out of memory. */
  standStill(ms: number): void {
    this.#standsStillUntil = this.#world.now() + ms;
    this.#world.journal.count('process stood still');
    this.#world.journal.step(this.name, `stands still for ${ms} ms`);
  }

  end(): void {
    if (!this.#isAlive) {
      return;
    }
    this.#isAlive = false;
    this.#died(this);
  }

  #await(ms: number, goesOn: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const arrive = (): void => {
        if (!this.#isAlive) {
          return;
        }
        if (this.#world.now() < this.#standsStillUntil) {
          this.#world.scheduler.at(this.#standsStillUntil, arrive);
        } else if (goesOn()) {
          resolve();
        }
      };
      if (this.#isAlive) {
        this.#world.scheduler.after(ms, arrive);
      }
    });
  }
}
