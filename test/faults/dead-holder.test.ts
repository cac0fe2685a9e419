/**
 * C6. A process dies with an order locked and its message at the acquirer: the order is unlocked in time, but not
 * before that message's result is decided.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onPostgres } from '../support/database-place.ts';
import { newOrderId } from '../support/merchant.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { counting, report } from './report.ts';

const HOLDERS = 20;
/** The process dies long before this delay ends. */
const SLOW_ACQUIRER_MS = 60_000;
const FREE_MS_MAX = 90_000;
const CHECK_INTERVAL_MS = 250;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ processes: onPostgres() ? 2 : 1 });
});
afterAll(async () => {
  await stack.close();
});

it(
  'orders locked by a process that dies in the middle of its call are unlocked when it is evicted, and not before',
  async () => {
    const { acquirer, gateways } = stack;
    const [holder, other] = [gateways[0]!, gateways.at(-1)!];
    await Promise.all([holder, other].map(({ merchant }) => merchant.introduce()));
    await acquirer.misbehave({ mode: 'DELAY', delayMs: SLOW_ACQUIRER_MS });
    const orders = Array.from({ length: HOLDERS }, newOrderId);
    const held = Promise.allSettled(orders.map((order) => holder.merchant.pay(order, '1')));
    await acquirer.ledgerOnce((ledger) => ledger.length === HOLDERS);
    await acquirer.misbehave({ mode: 'NONE' });
    await holder.service.kill();
    const since = performance.now();
    await held;
    if (!onPostgres()) {
      await holder.service.start();
    }

    const early: string[] = [];
    const freedMs = await Promise.all(
      orders.map(async (order) => {
        for (;;) {
          const { body } = await other.merchant.pay(order, '2');
          const first = (await other.merchant.transaction(order, '1')).body;
          if (body.response?.gatewayCode !== 'LOCK_FAILURE') {
            if (body.result !== 'SUCCESS' || first.response?.gatewayCode !== 'TIMED_OUT') {
              early.push(order);
            }
            return performance.now() - since;
          }
          if (performance.now() - since > FREE_MS_MAX) {
            return Number.POSITIVE_INFINITY;
          }
          await pause(CHECK_INTERVAL_MS);
        }
      }),
    );
    const ledger = await acquirer.ledgerOnce(
      (entries) => entries.filter(({ state }) => state === 'REVERSED').length === HOLDERS,
    );
    const standing = ledger.filter(({ state }) => state === 'APPROVED');
    report('C6 the holder of a lock dies', [
      counting(HOLDERS, 'order'),
      `free again after ${Math.round(Math.max(...freedMs))} ms at most`,
      `${early.length} before the dead one's end was decided`,
      `${ledger.length - standing.length} movements reversed`,
      `${standing.length} made after it`,
    ]);
    expect(Math.max(...freedMs)).toBeLessThan(FREE_MS_MAX);
    expect(early).toEqual([]);
    expect(standing.map(({ order, transaction }) => `${order} ${transaction}`).sort()).toEqual(
      orders.map((order) => `${order} 2`).sort(),
    );
  },
  2 * FREE_MS_MAX,
);
