import { describe, expect, it, vi } from 'vitest';
import { execute } from '../../../src/core/operations/execute.ts';
import { orderStatus } from '../../../src/core/order/order-status.ts';
import { IdempotencyRegistry } from '../../../src/core/processing/idempotency-registry.ts';
import { followUpWorker } from '../../../src/core/recovery/follow-ups.ts';
import { reversalPause, reversalWorker } from '../../../src/core/recovery/reversals.ts';
import { NEVER } from '../../../src/core/schedules/follow-up-schedule.ts';
import { DueWorker } from '../../../src/core/workers/due-worker.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { answered, payment, type World, world } from '../world.ts';

/** One round of the worker. */
async function round(worker: DueWorker<never>): Promise<void> {
  worker.wake();
  await new Promise((resolve) => setTimeout(resolve, 5));
}

async function unanswered(): Promise<World & { step: () => Promise<void> }> {
  const parts = world();
  parts.acquirer.says = () => ({ status: 'NO_ANSWER' });
  await execute(parts.gateway, payment());
  const worker = reversalWorker({ clock: parts.gateway.clock, ...parts });
  return { ...parts, step: () => round(worker as unknown as DueWorker<never>) };
}

describe('reversals', () => {
  it('are sent at once, and not again after they were acknowledged', async () => {
    const { acquirer, step, pass } = await unanswered();
    await step();
    pass(1e9);
    await step();
    expect(acquirer.advices).toMatchObject([{ repeat: false }]);
  });

  it('are repeated under the same trace, with pauses that double up to a minute', async () => {
    const { acquirer, orders, gateway, step, pass } = await unanswered();
    acquirer.acknowledges = () => false;
    const pauses: number[] = [];
    for (let tries = 1; tries <= 9; tries += 1) {
      await step();
      const dueAt = [...orders.reversals.values()][0]?.dueAt ?? Number.NaN;
      pauses.push(dueAt - gateway.clock.now());
      pass(dueAt - gateway.clock.now() - 1);
      await step();
      expect(acquirer.advices).toHaveLength(tries);
      pass(1);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000));
    expect(acquirer.advices.map(({ repeat }) => repeat)).toEqual([false, ...Array(8).fill(true)]);
    expect(new Set(acquirer.advices.map(({ advice }) => JSON.stringify(advice.trace))).size).toBe(1);
  });

  it('alert a person after the sixth try, and are repeated without end', async () => {
    const { acquirer, orders, log, step, pass } = await unanswered();
    acquirer.acknowledges = () => false;
    for (let tries = 1; tries <= 5; tries += 1) {
      await step();
      pass(60_000);
    }
    expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
    await step();
    expect(log.lines.filter(({ level }) => level === 'error')).toMatchObject([{ about: { tries: 6 } }]);
    for (let tries = 7; tries <= 30; tries += 1) {
      pass(60_000);
      await step();
    }
    expect(acquirer.advices).toHaveLength(30);
    // The hourly lines come from the alert logger.
    expect(log.lines.filter(({ level }) => level !== 'info')).toHaveLength(6);
    pass(60_000);
    acquirer.acknowledges = () => true;
    await step();
    expect([...orders.reversals.values()]).toMatchObject([{ dueAt: null }]);
  });

  it('that were not sent to the acquirer do not count as attempts', async () => {
    const { acquirer, orders, step } = await unanswered();
    const [first] = orders.reversals.values();
    orders.reversals.set(1_000, first!);
    // One of them is the probe; until it is answered, no other message is sent.
    acquirer.acknowledges = () => {
      acquirer.isReady = false;
      return false;
    };
    await step();
    expect(acquirer.advices).toHaveLength(1);
    expect([...orders.reversals.values()].map(({ attempts }) => attempts)).toEqual([1, 0]);
  });

  it('wait while the acquirer is down', async () => {
    const { acquirer, step } = await unanswered();
    acquirer.isReady = false;
    await step();
    expect(acquirer.advices).toEqual([]);
    acquirer.isReady = true;
    await step();
    expect(acquirer.advices).toHaveLength(1);
  });

  it.each([
    [1, 1_000],
    [6, 32_000],
    [7, 60_000],
    [5_000, 60_000],
  ])('pause after %d tries for %d ms', (tries, ms) => {
    expect(reversalPause(tries)).toBe(ms);
  });
});

describe('open results', () => {
  async function open(gatewayCode: 'PENDING' | 'UNKNOWN') {
    const parts = world();
    parts.acquirer.says = () => answered({ gatewayCode });
    await execute(parts.gateway, payment());
    const worker = followUpWorker(parts.gateway);
    const order = () => [...parts.orders.orders.values()][0]!;
    return { ...parts, order, step: () => round(worker as unknown as DueWorker<never>) };
  }

  it.each([
    ['PENDING', 'APPROVED', 'AUTHORIZED', 1_200n],
    ['UNKNOWN', 'APPROVED', 'AUTHORIZED', 1_200n],
    ['UNKNOWN', 'DECLINED', 'FAILED', 0n],
  ] as const)('%s that becomes %s makes the order %s', async (before, after, status, authorized) => {
    const { acquirer, orders, order, step, pass } = await open(before);
    acquirer.knows = () => answered({ gatewayCode: after }) as never;
    pass(1e9);
    await step();
    expect(orderStatus(order().state)).toBe(status);
    expect(order().state.totalAuthorized).toBe(authorized);
    expect([...orders.rows.values()][0]?.outcome?.gatewayCode).toBe(after);
    expect(acquirer.requests).toHaveLength(1);
  });

  it('are queried again at growing intervals while the result is unknown', async () => {
    const { acquirer, orders, gateway, order, step, pass } = await open('UNKNOWN');
    acquirer.knows = () => answered({ gatewayCode: 'UNKNOWN' }) as never;
    const pauses: number[] = [];
    for (let asked = 0; asked < 9; asked += 1) {
      pass([...orders.followUps.values()][0]!.dueAt - gateway.clock.now());
      await step();
      pauses.push([...orders.followUps.values()][0]!.dueAt - gateway.clock.now());
    }
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses[8]).toBe(86_400_000);
    expect(orderStatus(order().state)).toBe('INITIATED');
  });

  it('are queried for the last time after a week, and stay open', async () => {
    const { acquirer, orders, gateway, order, step, pass } = await open('UNKNOWN');
    const createdAt = order().createdAt;
    const asked: number[] = [];
    acquirer.knows = () => {
      asked.push(gateway.clock.now() - createdAt);
      return answered({ gatewayCode: 'UNKNOWN' }) as never;
    };
    const dueAt = () => [...orders.followUps.values()][0]!.dueAt;
    for (let round = 0; round < 30 && dueAt() < NEVER; round += 1) {
      pass(dueAt() - gateway.clock.now());
      await step();
    }
    expect([dueAt(), asked.at(-1)]).toEqual([NEVER, 7 * 86_400_000]);
    const times = asked.length;
    pass(1e10);
    await step();
    expect(asked).toHaveLength(times);
    expect(orderStatus(order().state)).toBe('INITIATED');
  });

  it('are not abandoned where the answer came while another operation locked the order', async () => {
    const { acquirer, orders, order, step, pass } = await open('UNKNOWN');
    acquirer.knows = () => answered({ gatewayCode: 'APPROVED' }) as never;
    const lock = (lockedBy: number | null) => orders.orders.set(order().key, { ...order(), lockedBy });
    lock(1);
    pass(8 * 86_400_000);
    await step();
    lock(null);
    pass(86_400_000);
    await step();
    expect(orderStatus(order().state)).toBe('AUTHORIZED');
  });
});

describe('work that is due', () => {
  it('that cannot be read is reported and tried again', async () => {
    const log = memoryLog();
    let reads = 0;
    const done: number[] = [];
    const worker = new DueWorker<number>({
      name: 'rows',
      queue: { kind: 'ABANDONED' },
      log,
      possible: () => true,
      due: async () => {
        reads += 1;
        if (reads === 1) {
          throw new Error('disk');
        }
        return done.length === 0 ? [1] : [];
      },
      work: async (row) => void done.push(row),
    });
    await round(worker as never);
    expect(log.lines).toMatchObject([{ level: 'error', message: expect.stringContaining('rows') }]);
    await round(worker as never);
    expect(done).toEqual([1]);
    await worker.close();
    worker.wake();
    expect(reads).toBe(3);
  });
});

describe('attempts', () => {
  it('distinguish another security code from the same one, for the addresses that are remembered', () => {
    const attempts = new IdempotencyRegistry();
    attempts.remember('a', '100/');
    expect(attempts.sameSensitive('a', '100/')).toBe(true);
    expect(attempts.sameSensitive('a', '101/')).toBe(false);
    expect(attempts.sameSensitive('b', '101/')).toBe(true);
  });

  it('are forgotten when they end, failed or not', async () => {
    const attempts = new IdempotencyRegistry();
    await expect(attempts.run('a', () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(attempts.inFlight('a')).toBeUndefined();
    const { promise, resolve } = Promise.withResolvers<void>();
    const running = attempts.run('a', () => promise);
    expect(attempts.inFlight('a')).toBeDefined();
    const idle = vi.fn();
    const waiting = attempts.idle().then(idle);
    resolve();
    await Promise.all([running, waiting]);
    expect(idle).toHaveBeenCalledOnce();
    expect(attempts.inFlight('a')).toBeUndefined();
  });
});
