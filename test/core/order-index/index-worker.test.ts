/** The index of an idle store costs no statements of its own. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IndexPace } from '../../../src/core/order-index/index-pace.ts';
import { OrderIndexWorker } from '../../../src/core/order-index/index-worker.ts';
import type { DueQueue } from '../../../src/core/ports/index.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';

const INTERVAL_MS = 500;

let runs: number;
let polls: DueQueue[];
let isNoted: boolean;
let changedAt: number | undefined;
let worker: OrderIndexWorker;

beforeEach(async () => {
  vi.useFakeTimers();
  [runs, polls, isNoted, changedAt] = [0, [], false, undefined];
  worker = new OrderIndexWorker({
    feed: {
      sources: [],
      prepare: async () => {
        runs += 1;
      },
      write: async () => true,
      postpone: async () => undefined,
      saveProgress: async () => undefined,
      isBusy: () => false,
      leave: async () => undefined,
    },
    sealer: { hash: () => Buffer.alloc(0) },
    pace: new IndexPace(),
    behindSince: () => changedAt,
    clock: { now: () => 0 },
    log: memoryLog(),
  });
  worker.start(undefined, {
    async isDue(queue) {
      polls.push(queue);
      return isNoted;
    },
  });
  // The first tick is a run.
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  [runs, polls] = [0, []];
});

afterEach(async () => {
  const closed = worker.close();
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  await closed;
  vi.useRealTimers();
});

it('without changes a tick only polls for noted orders', async () => {
  await vi.advanceTimersByTimeAsync(4 * INTERVAL_MS);
  expect(runs).toBe(0);
  expect(polls).toEqual(Array.from({ length: 4 }, () => ({ kind: 'ORDER_CHANGE' })));
});

it('a noted order is added at the next tick', async () => {
  isNoted = true;
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  expect(runs).toBeGreaterThan(0);
});

it('an order that this process changed is added at the next tick, without a poll', async () => {
  changedAt = 0;
  await vi.advanceTimersByTimeAsync(INTERVAL_MS);
  expect(runs).toBeGreaterThan(0);
  expect(polls).toEqual([]);
});

it('the work of dead processes is found within five seconds', async () => {
  await vi.advanceTimersByTimeAsync(5_000);
  expect(runs).toBeGreaterThan(0);
});
