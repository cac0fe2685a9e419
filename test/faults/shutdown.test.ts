/** The gateway is stopped, or started, while merchants call it. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { counted } from '../support/counted.ts';
import { type Merchant, newOrderId } from '../support/merchant.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { unfinishedIn } from './store-file.ts';

const CLIENTS = 50;
/** The acquirer delays every payment for longer than fifty of them take to reach it. */
const DELAY_MS = 2_000;

let stack: Stack;
beforeEach(async () => {
  stack = await startStack();
});
afterEach(async () => {
  await stack.close();
});

async function refusesConnections(merchant: Merchant): Promise<boolean> {
  return merchant.order('none').then(
    () => false,
    () => true,
  );
}

it('SIGTERM among fifty payments: all are answered, new ones are refused, and the next start finds nothing unfinished', async () => {
  const { acquirer, gateway, merchant } = stack;
  await merchant.introduce();
  await acquirer.misbehave({ mode: 'DELAY', delayMs: DELAY_MS });
  const orders = Array.from({ length: CLIENTS }, newOrderId);
  const answers = Promise.all(orders.map((order) => merchant.pay(order, '1')));
  await acquirer.ledgerOnce((ledger) => ledger.length === CLIENTS);

  const exit = gateway.stop();
  await vi.waitUntil(() => refusesConnections(merchant));
  const tooLate = newOrderId();
  await expect(merchant.pay(tooLate, '1')).rejects.toThrow();

  const results = (await answers).map(({ status, body }) => `${status} ${body.result}`);
  expect(counted(results)).toEqual({ '201 SUCCESS': CLIENTS });
  expect(await exit).toBe(0);
  expect(unfinishedIn(stack.storeFile)).toBe(0);

  await acquirer.misbehave({ mode: 'NONE' });
  await gateway.start();
  await merchant.introduce();
  const statuses = await Promise.all(orders.map(async (order) => `${(await merchant.order(order)).body.status}`));
  expect(counted(statuses)).toEqual({ CAPTURED: CLIENTS });
  const ledger = await acquirer.ledger();
  expect(counted(ledger.map(({ state }) => state))).toEqual({ APPROVED: CLIENTS });
  expect(ledger.map(({ order }) => order)).not.toContain(tooLate);
});

it('a stop ends with the last answer, with any connections that its clients keep open', async () => {
  const { acquirer, gateway, merchant } = stack;
  await merchant.introduce();
  await acquirer.misbehave({ mode: 'DELAY', delayMs: DELAY_MS });
  const answer = merchant.pay(newOrderId(), '1');
  await acquirer.ledgerOnce((ledger) => ledger.length === 1);
  const exit = gateway.stop();
  expect((await answer).body.result).toBe('SUCCESS');
  expect(await exit).toBe(0);
  expect(gateway.output()).not.toContain('closing before everything was finished');
});

it('fifty payments of one merchant right after a start are all accepted', async () => {
  const answers = await Promise.all(Array.from({ length: CLIENTS }, () => stack.merchant.pay(newOrderId(), '1')));
  expect(counted(answers.map(({ status, body }) => `${status} ${body.error?.cause ?? body.result}`))).toEqual({
    '201 SUCCESS': CLIENTS,
  });
});
