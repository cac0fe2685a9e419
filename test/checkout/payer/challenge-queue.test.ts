/** The places of the challenge queue, and their release when the process ends. */
import { expect, it } from 'vitest';
import { ChallengeQueue } from '../../../src/checkout/index.ts';

const never = new Promise<never>(() => undefined);

it('the queue gives no more places than it has, also to forms that have not started to wait', () => {
  const queue = new ChallengeQueue();
  const entered = Array.from({ length: 1_001 }, (_, index) => queue.enter(`network ${index}`));
  expect(entered.filter(Boolean)).toHaveLength(1_000);
  queue.leave('network 0');
  expect([queue.enter('network 2'), queue.enter('network 3')]).toEqual([true, false]);
});

it('the queue limits the places of one network', () => {
  const queue = new ChallengeQueue();
  const entered = Array.from({ length: 51 }, () => queue.enter('one'));
  expect(entered.filter(Boolean)).toHaveLength(50);
  expect(queue.enter('another')).toBe(true);
});

it('the queue ends all waits when it closes, and then admits and releases no form', async () => {
  const queue = new ChallengeQueue();
  queue.enter('one');
  const slept = queue.sleep('wait', never);
  expect(queue.isClosed).toBe(false);
  queue.close();
  await slept;
  expect([queue.isClosed, queue.enter('one')]).toEqual([true, false]);
  await queue.sleep('late', never);
});
