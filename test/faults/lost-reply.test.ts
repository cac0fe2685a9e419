/**
 * F4. The acquirer approves authorizations, and the answers are lost: each is TIMED_OUT, reversed, and sent only once.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { counted } from '../support/counted.ts';
import { onPostgres } from '../support/database-place.ts';
import { newOrderId } from '../support/merchant.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { counting, report, rounds } from './report.ts';
import { BODIES } from './scripts.ts';

const LOST = rounds('LOST', 50);
/** From the last answer to the last reversal. */
const HELD_MS_MAX = 120_000;
const TEST_MS_MAX = 300_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ processes: onPostgres() ? 2 : 1 });
});
afterAll(async () => {
  await stack.close();
});

it(
  'authorizations whose answers are lost time out, are reversed, and are never sent twice',
  async () => {
    const { acquirer, gateways, merchant } = stack;
    await Promise.all(gateways.map((gateway) => gateway.merchant.introduce()));
    await acquirer.misbehave({ mode: 'DROP_REPLY', count: LOST });
    const orders = Array.from({ length: LOST }, newOrderId);
    const answers = await Promise.all(
      orders.map((order, index) =>
        gateways[index % gateways.length]!.merchant.call('PUT', `/order/${order}/transaction/1`, BODIES.AUTHORIZE),
      ),
    );
    const since = performance.now();
    const words = counted(answers.map(({ status, body }) => `${status} ${body.result} ${body.response?.gatewayCode}`));
    const ledger = await acquirer.ledgerOnce(
      (entries) => entries.every(({ state }) => state !== 'APPROVED'),
      undefined,
      HELD_MS_MAX,
    );
    const releasedMs = performance.now() - since;
    report('F4 lost answers', [
      counting(LOST, 'authorization'),
      ...Object.entries(words).map(([word, count]) => `${count} answered ${word}`),
      `nothing held after ${Math.round(releasedMs)} ms`,
      `${ledger.length - LOST} second authorizations`,
    ]);
    expect(words).toEqual({ '201 FAILURE TIMED_OUT': LOST });
    expect(counted(ledger.map(({ state }) => state))).toEqual({ REVERSED: LOST });
    expect(ledger.map(({ order }) => order).sort()).toEqual([...orders].sort());

    const [order = ''] = orders;
    expect((await merchant.pay(order, '2')).body.result).toBe('SUCCESS');
    expect(await acquirer.states(order)).toEqual(['REVERSED', 'APPROVED']);
    expect((await merchant.order(order)).body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 10 });
  },
  TEST_MS_MAX,
);
