/** The time that the indexes of the stores of one process take from payments. */
import { expect, it } from 'vitest';
import { IndexPace } from '../../../src/core/order-index/index-pace.ts';

const BUSY = { isBusy: true, isLate: false };
const LATE = { isBusy: true, isLate: true };

it('one index takes a twentieth of the time while payments begin, and a fifth when it is late', () => {
  const pace = new IndexPace();
  pace.begin();
  expect(pace.pauseMs(10, BUSY)).toBe(190);
  expect(pace.pauseMs(10, LATE)).toBe(40);
});

it('the indexes of several stores take no more time together than one', () => {
  const pace = new IndexPace();
  const ends = [pace.begin(), pace.begin(), pace.begin(), pace.begin()];
  expect(pace.pauseMs(10, BUSY)).toBe(4 * 190);
  expect(pace.pauseMs(10, LATE)).toBe(4 * 40);
  for (const end of ends.slice(1)) {
    end();
  }
  expect(pace.pauseMs(10, BUSY)).toBe(190);
});

it('an index of a store that answers slowly goes on after a quarter of a second', () => {
  const pace = new IndexPace();
  pace.begin();
  expect(pace.pauseMs(5_000, BUSY)).toBe(250);
});

it('an index goes on at once where no payments begin', () => {
  const pace = new IndexPace();
  pace.begin();
  pace.begin();
  expect(pace.pauseMs(10, { isBusy: false, isLate: false })).toBe(1);
  expect(pace.pauseMs(0, BUSY)).toBe(1);
});
