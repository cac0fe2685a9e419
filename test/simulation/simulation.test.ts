/**
 * Short histories of the gateway in a faulty environment, each from one seed. `TURNPIKE_SIMULATIONS` sets a larger
 * number than a normal run's; a failure prints its seed, and `npm run simulate -- --seed S` prints that history step by
 * step.
 */
import { expect, it } from 'vitest';
import { seededRandom } from '../support/random.ts';
import { openMemoryDatabase } from './database.ts';
import { tooRare } from './expected.ts';
import { failureText, runHistories } from './histories.ts';
import { runHistory } from './history.ts';

const HISTORIES = Number(process.env.TURNPIKE_SIMULATIONS || 120);
/** A long run takes a minute or two on an idle core for five thousand; ten times that beside other work. */
const HISTORIES_MS_MAX = 1_800_000;
const { seed } = seededRandom(process.env.TURNPIKE_SIMULATION_SEED);
const REPLAYED = 10;

it('with any faults, the ledgers agree, nothing is charged twice, no answer is lost and every order ends', {
  timeout: HISTORIES_MS_MAX,
}, async () => {
  const { failures, tally } = await runHistories(seed, HISTORIES, (failure) => {
    process.stderr.write(`${failureText(failure)}\n`);
  });
  process.stdout.write(`simulation: ${HISTORIES} histories from seed ${seed} on\n`);
  expect(failures.map(failureText)).toEqual([]);
  expect(tooRare(tally, HISTORIES)).toEqual([]);
});

it('a seed gives the same history again, to the last step', async () => {
  const database = await openMemoryDatabase();
  for (let index = 0; index < REPLAYED; index += 1) {
    const [one, other] = [await runHistory(seed + index, database), await runHistory(seed + index, database)];
    expect(other.steps).toEqual(one.steps);
    expect(other.events).toBe(one.events);
  }
});
