import { afterEach, describe, expect, it, vi } from 'vitest';
import { DueWorker } from '../../../src/core/workers/due-worker.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';

const queue = { kind: 'ABANDONED' } as const;

it('a round that fails at one row ends after the others, and a close waits for them', async () => {
  const slow = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const log = memoryLog();
  let done = false;
  const rows = [['bad', 'slow'], []];
  const worker = new DueWorker<string>({
    name: 'rows',
    queue,
    log,
    possible: () => true,
    due: async () => rows.shift() ?? [],
    async work(row) {
      if (row === 'bad') {
        throw new Error('this row cannot be done');
      }
      started.resolve();
      await slow.promise;
      done = true;
    },
  });
  worker.wake();
  await started.promise;
  const closed = worker.close();
  slow.resolve();
  await closed;
  expect(done).toBe(true);
  expect(log.lines).toMatchObject([{ level: 'error', message: 'rows: could not be read or stored; trying again' }]);
});

it('a round over rows that stay due ends, and the next one continues', async () => {
  let batches = 0;
  const worker = new DueWorker<string>({
    name: 'rows',
    queue,
    log: memoryLog(),
    possible: () => true,
    async due() {
      batches += 1;
      // So that a round without an end fails here instead of hanging.
      if (batches > 2_000) {
        throw new Error('there is no end');
      }
      return ['stays due'];
    },
    work: async () => undefined,
  });
  worker.wake();
  await expect.poll(() => batches).toBeGreaterThanOrEqual(1_000);
  await worker.close();
  expect(batches).toBe(1_000);
});

describe('several processes', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** @returns the polls of so many processes together in a minute without due rows */
  async function pollsOf(processes: number): Promise<number> {
    vi.useFakeTimers();
    let polls = 0;
    const workers = Array.from({ length: processes }, () => {
      const due = async () => {
        polls += 1;
        return [];
      };
      return new DueWorker({
        name: 'rows',
        queue,
        log: memoryLog(),
        possible: () => true,
        due,
        work: async () => undefined,
      });
    });
    for (const worker of workers) {
      worker.start(() => processes);
    }
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(workers.map((worker) => worker.close()));
    return polls;
  }

  it.each([1, 2, 4, 8])('%d of them poll as often in all as one', async (processes) => {
    expect(await pollsOf(processes)).toBe(120);
  });

  it('poll once in four seconds each, however many they are', async () => {
    expect(await pollsOf(32)).toBe(32 * 15);
  });

  it('poll at once when they are woken', async () => {
    vi.useFakeTimers();
    let polls = 0;
    const worker = new DueWorker({
      name: 'rows',
      queue,
      log: memoryLog(),
      possible: () => true,
      async due() {
        polls += 1;
        return [];
      },
      work: async () => undefined,
    });
    worker.start(() => 8);
    worker.wake();
    await worker.close();
    expect(polls).toBe(1);
  });
});
