/** The order of the steps of idempotent execution, with an operation that logs them. */
import { describe, expect, it } from 'vitest';
import type { Gateway } from '../../../src/core/gateway.ts';
import type { StoredOrder } from '../../../src/core/ports/index.ts';
import {
  awaitAnswer,
  type IdempotentCall,
  type IdempotentOperation,
  lockOfOrder,
  runIdempotent,
} from '../../../src/core/processing/run-idempotent.ts';
import { RACED, RACES_MAX, type Raced } from '../../../src/platform/races.ts';
import { merchant, world } from '../world.ts';

/** One stored record: its answer, and whether another operation locks it. */
interface Row {
  readonly answer: string | undefined;
  readonly isLocked: boolean;
}

const LOCKED = { kind: 'LOCKED', order: { lockedBy: 1 } as StoredOrder } as const;

/** An operation on one row. `execute` loses `races` races, and waits for `held` first. */
function bench({ races = 0, assumes = false, held = async () => {} } = {}) {
  const { gateway } = world();
  const steps: string[] = [];
  const state = { row: { answer: undefined, isLocked: false } as Row, races };
  const operation: IdempotentOperation<IdempotentCall, Row, string> = {
    assume: () => (assumes ? { answer: undefined, isLocked: false } : undefined),
    find: async () => {
      steps.push('find');
      return state.row;
    },
    replay: async (_gateway, _call, { answer }) => {
      steps.push('replay');
      return answer;
    },
    lockOf: ({ isLocked }) => (isLocked ? LOCKED : undefined),
    execute: async (): Promise<string | Raced> => {
      steps.push('execute');
      await held();
      state.races -= 1;
      if (state.races >= 0) {
        return RACED;
      }
      state.row = { ...state.row, answer: 'stored' };
      return 'new';
    },
  };
  const call: IdempotentCall = { merchant, orderId: 'order', transactionId: '1' };
  const run = (transactionId = '1') => runIdempotent(gateway, { ...call, transactionId }, operation);
  return { run, steps, state, gateway };
}

describe('runIdempotent', () => {
  it('reads, looks for an answer, and executes', async () => {
    const { run, steps } = bench();
    expect(await run()).toBe('new');
    expect(steps).toEqual(['find', 'replay', 'execute']);
  });

  it('returns the stored answer without an execution', async () => {
    const { run, steps } = bench();
    await run();
    expect(await run()).toBe('stored');
    expect(steps).toEqual(['find', 'replay', 'execute', 'find', 'replay']);
  });

  it('executes with assumed records before any read, and reads after a lost race', async () => {
    const first = bench({ assumes: true });
    expect(await first.run()).toBe('new');
    expect(first.steps).toEqual(['execute']);
    const raced = bench({ assumes: true, races: 1 });
    expect(await raced.run()).toBe('new');
    expect(raced.steps).toEqual(['execute', 'find', 'replay', 'execute']);
  });

  it('executes once when the same request arrives twice at once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const assumes of [false, true]) {
      const { run, steps } = bench({ assumes, held: () => promise });
      const both = [run(), run()];
      resolve();
      expect((await Promise.all(both)).sort()).toEqual(['new', 'stored']);
      expect(steps.filter((step) => step === 'execute')).toHaveLength(1);
    }
  });

  it('executes requests with other ids side by side', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { run, steps } = bench({ assumes: true, held: () => promise });
    const both = [run('1'), run('2')];
    expect(steps).toEqual(['execute', 'execute']);
    resolve();
    expect(await Promise.all(both)).toEqual(['new', 'new']);
  });

  it('returns the lock of another operation without an execution, but a stored answer first', async () => {
    const { run, steps, state } = bench();
    state.row = { answer: undefined, isLocked: true };
    expect(await run()).toBe(LOCKED);
    state.row = { answer: 'stored', isLocked: true };
    expect(await run()).toBe('stored');
    expect(steps).not.toContain('execute');
  });

  it('ends with SERVER_BUSY if every execution loses a race', async () => {
    const { run, steps } = bench({ races: RACES_MAX });
    await expect(run()).rejects.toMatchObject({ errorCause: 'SERVER_BUSY' });
    expect(steps.filter((step) => step === 'execute')).toHaveLength(RACES_MAX);
  });

  it('leaves nothing in flight after a failed execution', async () => {
    const { run, gateway } = bench({ held: () => Promise.reject(new Error('no store')) });
    await expect(run()).rejects.toThrow('no store');
    await gateway.idempotency.idle();
    await expect(run()).rejects.toThrow('no store');
  });
});

describe('awaitAnswer', () => {
  const polled = async (polls: number) => {
    const pauses: number[] = [];
    const gateway: Pick<Gateway, 'pause'> = { pause: async (ms) => pauses.push(ms) };
    const answer = await awaitAnswer(gateway, async (earlier) => (earlier === polls ? earlier : undefined)).catch(
      ({ errorCause }) => errorCause,
    );
    return { answer, waitedMs: pauses.reduce((sum, ms) => sum + ms, 0) };
  };

  it('polls until there is an answer', async () => {
    expect(await polled(0)).toEqual({ answer: 0, waitedMs: 0 });
    expect(await polled(3)).toEqual({ answer: 3, waitedMs: 600 });
  });

  it('ends with SERVER_BUSY after thirty seconds', async () => {
    expect(await polled(150)).toEqual({ answer: 'SERVER_BUSY', waitedMs: 30_000 });
  });
});

it('the lock of an order is found', () => {
  expect(lockOfOrder(undefined)).toBeUndefined();
  expect(lockOfOrder({ lockedBy: null } as StoredOrder)).toBeUndefined();
  expect(lockOfOrder(LOCKED.order)).toEqual(LOCKED);
});
