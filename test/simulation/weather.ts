/** Faults of machines, disk, line and clocks during the faulty phase. */
import { HOUR_MS } from '../../src/contract/durations.ts';
import type { Line } from './acquirer-link.ts';
import type { SharedStore } from './engine.ts';
import { strikes } from './faults.ts';
import type { Machines } from './machines.ts';
import type { World } from './world.ts';

/** The time between two faults. */
const FAIR_MS = [500, 20_000] as const;
const SPELL_MS = [200, 15_000] as const;
/** Partly longer than a process's lease, partly shorter. */
const STILL_MS = [1_000, 45_000] as const;
const JUMPS_MS = [-24 * HOUR_MS, -HOUR_MS, -1_000, 1_000, HOUR_MS, 24 * HOUR_MS] as const;

export interface Sky {
  /** The lines of all acquirers. */
  readonly lines: readonly Line[];
  readonly store: SharedStore;
  readonly machines: Machines;
}

export function startWeather(world: World, { lines, store, machines }: Sky): void {
  const { journal, chance, drawn } = world;
  if (drawn.linkDown > 0) {
    for (const line of lines) {
      spells(world, 'acquirer line down', (isBad) => {
        line.isUp = !isBad;
      });
    }
  }
  if (drawn.diskFull > 0) {
    spells(world, 'disk full', (isBad) => {
      store.isFull = isBad;
    });
  }
  if (drawn.pauses > 0) {
    spells(world, 'pause', (isBad) => {
      const { processes } = machines;
      if (isBad && processes.length > 0 && strikes(chance, world.faults.pauses)) {
        chance.pick(processes).standStill(chance.between(...STILL_MS));
      }
    });
  }
  if (drawn.clockJumps > 0) {
    world.scheduler.after(chance.between(...FAIR_MS), () => world.jump(chance.pick(JUMPS_MS)));
  }
  journal.step('world', JSON.stringify(drawn));
}

/** A fault that comes and goes, and ends with the faulty phase. */
function spells(world: World, name: string, set: (isBad: boolean) => void): void {
  const { scheduler, chance, journal } = world;
  const fair = (): void => {
    set(false);
    scheduler.after(chance.between(...FAIR_MS), () => {
      if (world.faults !== world.drawn) {
        return;
      }
      journal.count(name);
      journal.step('world', name);
      set(true);
      scheduler.after(chance.between(...SPELL_MS), () => {
        journal.step('world', `${name}: over`);
        fair();
      });
    });
  };
  fair();
}
