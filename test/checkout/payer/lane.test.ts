/** The places of the challenge queue, and their release when the process ends. */
import { expect, it } from 'vitest';
import { SlowLane } from '../../../src/checkout/index.ts';

const never = new Promise<never>(() => undefined);

it('the queue gives no more places than it has, also to forms that have not started to wait', () => {
  const lane = new SlowLane();
  const entered = Array.from({ length: 1_001 }, (_, index) => lane.enter(`network ${index}`));
  expect(entered.filter(Boolean)).toHaveLength(1_000);
  lane.leave('network 0');
  expect([lane.enter('network 2'), lane.enter('network 3')]).toEqual([true, false]);
});

it('the queue limits the places of one network', () => {
  const lane = new SlowLane();
  const entered = Array.from({ length: 51 }, () => lane.enter('one'));
  expect(entered.filter(Boolean)).toHaveLength(50);
  expect(lane.enter('another')).toBe(true);
});

it('the queue ends all waits when it closes, and then admits and releases no form', async () => {
  const lane = new SlowLane();
  lane.enter('one');
  const slept = lane.sleep('wait', never);
  expect(lane.isClosed).toBe(false);
  lane.close();
  await slept;
  expect([lane.isClosed, lane.enter('one')]).toEqual([true, false]);
  await lane.sleep('late', never);
});
