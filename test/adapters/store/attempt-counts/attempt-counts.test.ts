/** Counts of payment attempts, on the engine of the run. */
import { expect, it } from 'vitest';
import { AttemptCounter } from '../../../../src/core/limits/attempt-counter.ts';
import { CountsWorker } from '../../../../src/core/limits/counts-worker.ts';
import { memoryLog } from '../../acquirers/fixtures.ts';
import { opened } from '../rig.ts';

const NOW = Date.UTC(2026, 10, 25, 12);
const clock = { now: () => NOW };

it('counts are the same for all processes, after a restart too, until they are reset', async () => {
  const store = await opened();
  const processes = Array.from({ length: 3 }, () => {
    const counted = new AttemptCounter();
    return { counted, worker: new CountsWorker({ stored: store.attemptCounts, counted, clock, log: memoryLog() }) };
  });
  const exchange = async () => {
    for (const { worker } of processes) {
      await worker.exchange();
    }
  };
  const sums = () => processes.map(({ counted }) => counted.sum(7, 'CARD', 'abc', NOW));
  for (const { counted } of processes) {
    counted.add(7, 'CARD', 'abc', '512345xxxxxx0008', NOW);
    counted.add(7, 'CARD', 'abc', '512345xxxxxx0008', NOW - 2 * 3_600_000);
    counted.add(8, 'CARD', 'abc', '512345xxxxxx0008', NOW);
  }
  await exchange();
  await exchange();
  expect(sums()).toEqual([6, 6, 6]);

  const counted = new AttemptCounter();
  const restarted = new CountsWorker({ stored: store.attemptCounts, counted, clock, log: memoryLog() });
  await restarted.exchange();
  expect(counted.sum(7, 'CARD', 'abc', NOW)).toBe(6);

  expect(await store.attemptCounts.lift(7, '512345xxxxxx0008', NOW)).toBe(2);
  await exchange();
  expect(sums()).toEqual([0, 0, 0]);
  expect(processes[0]!.counted.sum(8, 'CARD', 'abc', NOW)).toBe(3);
});

it('counts that many processes add at once are all included', async () => {
  const store = await opened();
  const subjects = Array.from({ length: 200 }, (_, index) => `s${index}`);
  const all = Array.from({ length: 8 }, () => subjects.toSorted(() => Math.random() - 0.5));
  await Promise.all(
    all.map((some) =>
      store.attemptCounts.add(
        some.map((subject) => ({ merchantKey: 1, kind: 'BIN', subject, bucket: NOW, shown: subject, times: 1 })),
        NOW,
      ),
    ),
  );
  const counts = await store.attemptCounts.ofMerchant(1);
  expect(counts.map(({ times }) => times)).toEqual(Array.from({ length: 200 }, () => 8));
  await store.attemptCounts.forget(NOW + 1);
  expect(await store.attemptCounts.ofMerchant(1)).toEqual([]);
});

it('counts that could not be written are written later, once', async () => {
  const store = await opened();
  const counted = new AttemptCounter();
  counted.add(7, 'CARD', 'abc', 'x', NOW);
  const failing = { ...store.attemptCounts, add: () => Promise.reject(new Error('disk full')) };
  const worker = new CountsWorker({ stored: failing as never, counted, clock, log: memoryLog() });
  await expect(worker.exchange()).rejects.toThrow('disk full');
  await new CountsWorker({ stored: store.attemptCounts, counted, clock, log: memoryLog() }).exchange();
  expect([counted.sum(7, 'CARD', 'abc', NOW), (await store.attemptCounts.ofMerchant(7))[0]?.times]).toEqual([1, 1]);
});
