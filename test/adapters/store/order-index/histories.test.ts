import { describe, expect, it } from 'vitest';
import { newDatabase } from '../../../support/database-place.ts';
import { seededRandom } from '../../../support/random.ts';
import { onEnd } from '../rig.ts';
import { History } from './history.ts';

const HISTORIES = 2;
const STEPS = 150;

describe('the index of orders', () => {
  it.each(Array.from({ length: HISTORIES }, (_, at) => at))(
    'is after random changes and deaths what the orders alone make (history %i)',
    async (at) => {
      const random = seededRandom(process.env.SEED);
      const place = await newDatabase();
      onEnd(() => place.remove());
      const history = new History(place, random, at % 2 === 1);
      await history.begin();
      for (let step = 0; step < STEPS; step += 1) {
        await history.step();
      }
      await history.settle();
      const found = await history.index();
      await history.fromScratch();
      const made = await history.index();
      await history.end();
      expect(found, `SEED=${random.seed}`).toEqual(made);
      expect(found.rows.length).toBeGreaterThan(0);
    },
  );
});
