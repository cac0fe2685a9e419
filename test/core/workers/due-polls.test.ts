/** The workers of a store poll their queues by one statement, and claim rows only where the queue has due ones. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DueQueue } from '../../../src/core/ports/index.ts';
import { DuePolls } from '../../../src/core/workers/due-polls.ts';
import { DueWorker } from '../../../src/core/workers/due-worker.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';

const REVERSALS = { kind: 'REVERSAL', acquirer: 'default' } as const;
const RECEIPTS = { kind: 'RECEIPT_MAIL' } as const;
const POLL_MS = 500;
const SHARED_MS = 50;

let due: Set<DueQueue>;
/** The queues of each statement. */
let reads: (readonly DueQueue[])[];
let claims: DueQueue[];
let failure: Error | undefined;
let log: ReturnType<typeof memoryLog>;
let workers: readonly DueWorker<never>[];

beforeEach(() => {
  vi.useFakeTimers();
  [due, reads, claims, failure, log] = [new Set(), [], [], undefined, memoryLog()];
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  vi.useRealTimers();
});

function startAll(...options: readonly Partial<ConstructorParameters<typeof DueWorker<never>>[0]>[]): void {
  const polls = new DuePolls(
    {
      async due(queues) {
        reads.push(queues);
        if (failure !== undefined) {
          throw failure;
        }
        return due;
      },
    },
    { now: () => 0 },
  );
  workers = options.map((one) => {
    const { queue = REVERSALS } = one;
    const claim = async () => {
      claims.push(queue);
      return [];
    };
    return new DueWorker<never>({
      ...{ name: queue.kind, queue, log, possible: () => true, due: claim, work: async () => undefined },
      ...one,
    });
  });
  for (const worker of workers) {
    worker.start(() => 1, polls);
  }
}

it('polls of about the same moment are one statement, and empty queues are not claimed from', async () => {
  startAll({ queue: REVERSALS }, { queue: RECEIPTS });
  await vi.advanceTimersByTimeAsync(3 * POLL_MS + SHARED_MS);
  expect(reads).toEqual([
    [REVERSALS, RECEIPTS],
    [REVERSALS, RECEIPTS],
    [REVERSALS, RECEIPTS],
  ]);
  expect(claims).toEqual([]);
});

it('a queue with due rows is claimed from, and no other one', async () => {
  due.add(RECEIPTS);
  startAll({ queue: REVERSALS }, { queue: RECEIPTS });
  await vi.advanceTimersByTimeAsync(POLL_MS + SHARED_MS);
  expect(claims).toEqual([RECEIPTS]);
});

it('a worker that is woken claims rows without a poll', async () => {
  startAll({ queue: REVERSALS });
  workers[0]?.wake();
  await vi.advanceTimersByTimeAsync(10);
  expect([claims, reads]).toEqual([[REVERSALS], []]);
});

it('a queue is not polled while its rows cannot be processed', async () => {
  startAll({ queue: REVERSALS, possible: () => false }, { queue: RECEIPTS });
  await vi.advanceTimersByTimeAsync(POLL_MS + SHARED_MS);
  expect(reads).toEqual([[RECEIPTS]]);
});

it('rows that the queue does not show yet are claimed', async () => {
  startAll({ queue: REVERSALS, isMore: () => true });
  await vi.advanceTimersByTimeAsync(POLL_MS + SHARED_MS);
  expect([claims, reads]).toEqual([[REVERSALS], []]);
});

it('a poll that fails is logged, and the next one finds the rows', async () => {
  failure = new Error('the store is away');
  due.add(REVERSALS);
  startAll({ queue: REVERSALS });
  await vi.advanceTimersByTimeAsync(POLL_MS + SHARED_MS);
  expect(log.lines).toMatchObject([{ level: 'error', message: 'REVERSAL: could not be read or stored; trying again' }]);
  failure = undefined;
  await vi.advanceTimersByTimeAsync(POLL_MS + SHARED_MS);
  expect(claims).toEqual([REVERSALS]);
});

it('a close waits for the poll in progress', async () => {
  startAll({ queue: REVERSALS });
  vi.advanceTimersByTime(POLL_MS);
  const closed = workers[0]?.close();
  expect(reads).toEqual([]);
  await vi.advanceTimersByTimeAsync(SHARED_MS);
  await closed;
  expect(reads).toHaveLength(1);
  expect(claims).toEqual([]);
});
