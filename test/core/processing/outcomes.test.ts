import { describe, expect, it, vi } from 'vitest';
import { createGateway } from '../../../src/core/gateway.ts';
import { execute } from '../../../src/core/operations/execute.ts';
import { recover } from '../../../src/core/recovery/recovery.ts';
import { answered, payment, world } from '../world.ts';

describe('no answer', () => {
  it('is TIMED_OUT with a reversal stored in the same commit, and never sent again', async () => {
    const { gateway, acquirer, orders } = world();
    acquirer.says = () => ({ status: 'NO_ANSWER' });
    await execute(gateway, payment());
    const [finish] = orders.finished;
    expect(finish?.outcome).toMatchObject({
      gatewayCode: 'TIMED_OUT',
      order: { status: 'FAILED', totalAuthorized: 0n },
    });
    expect(finish?.outcome.reply).toBeUndefined();
    expect(finish?.reversal?.advice).toMatchObject({
      original: acquirer.requests[0]!.trace,
      originalKind: 'AUTHORIZATION',
      amount: 1_200n,
      orderId: 'order-1',
      transactionId: '1',
    });
    expect(finish?.reversal?.advice.trace).not.toEqual(acquirer.requests[0]?.trace);
    await execute(gateway, payment());
    expect(acquirer.requests).toHaveLength(1);
  });

  it('without a connection is ACQUIRER_SYSTEM_ERROR with nothing to reverse', async () => {
    const { gateway, acquirer, orders } = world();
    acquirer.says = () => ({ status: 'NOT_SENT' });
    await execute(gateway, payment());
    expect(orders.finished[0]).toMatchObject({ outcome: { gatewayCode: 'ACQUIRER_SYSTEM_ERROR' } });
    expect(orders.finished[0]?.reversal).toBeUndefined();
  });

  it('comes from a process that may have been taken over, since it sends no message and reports SERVER_BUSY', async () => {
    const { gateway, acquirer, orders } = world();
    const cut = createGateway({ ...gateway, isAlive: () => false });
    await expect(execute(cut, payment())).rejects.toMatchObject({ errorCause: 'SERVER_BUSY' });
    expect([orders.intents, acquirer.requests]).toEqual([[], []]);
  });

  it('that is final, but PENDING or UNKNOWN, is queried later', async () => {
    for (const gatewayCode of ['PENDING', 'UNKNOWN', 'DEFERRED_TRANSACTION_RECEIVED'] as const) {
      const { gateway, acquirer, orders } = world();
      acquirer.says = () => answered({ gatewayCode });
      await execute(gateway, payment());
      expect(orders.finished[0]?.followUpAt).toBeGreaterThan(gateway.clock.now());
      expect(orders.finished[0]?.reversal).toBeUndefined();
    }
  });
});

describe('the acquirer’s answer', () => {
  it('is kept until an unavailable store can store it', async () => {
    const { gateway, acquirer, orders, log } = world();
    orders.failures = 2;
    const result = await execute(gateway, payment());
    expect(result).toMatchObject({ kind: 'DONE', transaction: { outcome: { gatewayCode: 'APPROVED' } } });
    expect(acquirer.requests).toHaveLength(1);
    expect(log.lines.some(({ level }) => level === 'error')).toBe(true);
  });

  it('is kept too while no row keys are left', async () => {
    const { gateway, acquirer, orders } = world();
    const newKey = orders.newKey.bind(orders);
    let failures = 0;
    acquirer.says = () => {
      failures = 1;
      return { status: 'NO_ANSWER' };
    };
    orders.newKey = () => {
      if (failures === 0) {
        return newKey();
      }
      failures -= 1;
      throw new Error('No row keys are left.');
    };
    const result = await execute(gateway, payment());
    expect(result).toMatchObject({ kind: 'DONE', transaction: { outcome: { gatewayCode: 'TIMED_OUT' } } });
    expect(orders.finished[0]?.reversal).toBeDefined();
  });
});

describe('recovery', () => {
  it('ends a dead process’s transactions, reverses them, and sends nothing again', async () => {
    const { gateway, acquirer, orders } = world();
    acquirer.says = () => new Promise(() => undefined);
    void execute(gateway, payment());
    await vi.waitFor(() => expect(acquirer.requests).toHaveLength(1));

    expect(await recover(gateway)).toBe(1);
    expect(orders.finished).toMatchObject([{ outcome: { gatewayCode: 'TIMED_OUT' } }]);
    expect(orders.reversals.size).toBe(1);
    expect([...orders.orders.values()][0]?.lockedBy).toBeNull();
    expect(acquirer.requests).toHaveLength(1);
    expect(await recover(gateway)).toBe(0);
  });
});
