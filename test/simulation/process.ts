/**
 * One life of a gateway process. Every port call passes through here and takes time. If the process is dead by then,
 * its code does not continue; if it stands still, its code continues later without noticing.
 */
import type { Clock } from '../../src/core/ports/index.ts';
import { strikes } from './faults.ts';
import type { World } from './world.ts';

/** The length of a life, in steps: it dies during its start, during a payment, or after some. */
const TURNS_OF_A_LIFE = [20, 80, 250] as const;

export class SimulatedProcess {
  readonly name: string;
  readonly clock: Clock;
  readonly #world: World;
  readonly #died: (process: SimulatedProcess) => void;
  /** The step at which it dies; it may start a new life then. */
  readonly #crashAt: number;
  /** The remaining checks for writes with an unknown result. */
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

  /** Time passes. The process may die here. @param where for readers of the history */
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

  /** Time passes while no call is under way. */
  sleep(ms: number): Promise<void> {
    return this.#await(ms, () => true);
  }

  /** Suspends all of its code, as a machine does during a migration or when it runs out of memory. */
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
