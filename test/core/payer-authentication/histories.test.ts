/**
 * Random histories of authentications, end to end: the gateway's operations in two processes that die, the 3DS Server,
 * the sandbox's directory servers, ACS and acquirer. `TURNPIKE_AUTHENTICATION_HISTORIES` sets their number, `SEED`
 * repeats an earlier run. The seed does not fix the order of concurrent events.
 */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../support/random.ts';
import { happen } from './history.ts';
import { judge } from './history-checks.ts';
import { historyWorld } from './history-world.ts';

const HISTORIES = Number(process.env.TURNPIKE_AUTHENTICATION_HISTORIES || 40);
/** Histories per world: the world's clock cannot advance forever. */
const OF_WORLD = 60;
const HISTORY_MS_MAX = 5_000;

const random = seededRandom(process.env.SEED);

const counts: Record<string, number> = {};
const count = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1;
};

async function histories(number: number): Promise<void> {
  const world = await historyWorld();
  for (let one = 0; one < number; one += 1) {
    // Each history has its own seed, so that it can be repeated alone.
    const seed = random.between(0, 2 ** 32);
    const history = await happen(world, seededRandom(`${seed}`), count);
    try {
      count(`: ${await judge(world, history)}`);
    } catch (error) {
      throw new Error(`history ${one} of SEED=${random.seed}, order ${history.orderId}`, { cause: error });
    }
  }
}

describe(`histories of authentications by processes that die (SEED=${random.seed})`, () => {
  it(
    `${HISTORIES} of them end in one result each, used once at most, on which four ledgers agree`,
    async () => {
      for (let left = HISTORIES; left > 0; left -= OF_WORLD) {
        await histories(Math.min(left, OF_WORLD));
      }
      console.info(`${HISTORIES} histories: ${JSON.stringify(counts)}`);
      expect(counts.death).toBeGreaterThan(0);
    },
    60_000 + HISTORIES * HISTORY_MS_MAX,
  );
});
