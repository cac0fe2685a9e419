/** Places of the slow lane: how many forms wait in one process. */
import { expect, it } from 'vitest';
import { SlowLane } from '../../../src/checkout/lane/lane.ts';

it('has a thousand places, also for forms that have come and do not sleep yet', () => {
  const lane = new SlowLane();
  const entered = Array.from({ length: 1_001 }, (_, at) => lane.enter(`network ${at}`));
  expect(entered.filter(Boolean).length).toBe(1_000);
  expect(entered.at(-1)).toBe(false);
  lane.leave('network 0');
  expect([lane.enter('one more'), lane.enter('another')]).toEqual([true, false]);
});

it('has fifty of them for a network', () => {
  const lane = new SlowLane();
  const entered = Array.from({ length: 51 }, () => lane.enter('network'));
  expect(entered.filter(Boolean).length).toBe(50);
  expect(lane.enter('another')).toBe(true);
});
