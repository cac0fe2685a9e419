/** Intents with an unconfirmed commit. */
import { expect, it } from 'vitest';
import { StoreError } from '../../../src/adapters/store/engine/engine.ts';
import { execute } from '../../../src/core/operations/execute.ts';
import { isInDoubt } from '../../../src/core/ports/index.ts';
import { recoveryWorker } from '../../../src/core/recovery/recovery.ts';
import { oneRound } from '../operations/bench.ts';
import { payment, world } from '../world.ts';

const lost = () => new StoreError('The database was lost at a commit.', { inDoubt: true });

function doubtful(isDurable: boolean) {
  const { gateway, acquirer, orders } = world();
  const begin = orders.begin.bind(orders);
  orders.begin = async (intent) => {
    if (isDurable) {
      await begin(intent);
    }
    orders.begin = begin;
    throw lost();
  };
  orders.incomplete = async () => [];
  return { gateway, acquirer, orders };
}

it('an error states whether its commit may be durable', () => {
  expect(isInDoubt(lost())).toBe(true);
  expect(isInDoubt(new StoreError('disk full'))).toBe(false);
  expect(isInDoubt('no error at all')).toBe(false);
});

it('an intent that is durable after all ends as not sent, and unlocks its order', async () => {
  const { gateway, acquirer, orders } = doubtful(true);
  await expect(execute(gateway, payment())).rejects.toThrow('lost');
  await oneRound(recoveryWorker(gateway));
  const [row] = orders.rows.values();
  expect(row?.outcome?.gatewayCode).toBe('ACQUIRER_SYSTEM_ERROR');
  expect([...orders.orders.values()].map(({ lockedBy }) => lockedBy)).toEqual([null]);
  expect([acquirer.requests.length, orders.reversals.size]).toEqual([0, 0]);
  await oneRound(recoveryWorker(gateway));
  expect(orders.finished).toHaveLength(1);
});

it('an intent that is not durable is not found, and the same ids may be used again', async () => {
  const { gateway, acquirer, orders } = doubtful(false);
  await expect(execute(gateway, payment())).rejects.toThrow('lost');
  await oneRound(recoveryWorker(gateway));
  expect(orders.rows.size).toBe(0);
  const result = await execute(gateway, payment());
  expect(result).toMatchObject({ kind: 'DONE', repeated: false });
  for (let look = 0; look < 100; look += 1) {
    await oneRound(recoveryWorker(gateway));
  }
  expect([acquirer.requests.length, orders.finished.length]).toEqual([1, 1]);
});

it('a certain failure is not in doubt', async () => {
  const { gateway, orders } = world();
  orders.incomplete = async () => [];
  orders.begin = async () => {
    throw new StoreError('disk full');
  };
  await expect(execute(gateway, payment())).rejects.toThrow('disk full');
  expect(await gateway.inDoubtCommits.findDurable()).toEqual([]);
});
