import { afterAll, beforeAll, expect, it } from 'vitest';
import { counted } from '../support/counted.ts';
import { newOrderId } from '../support/merchant.ts';
import { type Stack, startStack } from '../support/stack.ts';

const PAYMENTS = 50;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await stack.close();
});

it('payments whose answers are lost time out, are given back, and are never asked for twice', async () => {
  const { acquirer, merchant } = stack;
  await merchant.introduce();
  await acquirer.misbehave({ mode: 'DROP_REPLY', count: PAYMENTS });
  const orders = Array.from({ length: PAYMENTS }, newOrderId);
  const answers = await Promise.all(orders.map((order) => merchant.pay(order, '1')));
  expect(counted(answers.map(({ status, body }) => `${status} ${body.result} ${body.response?.gatewayCode}`))).toEqual({
    '201 FAILURE TIMED_OUT': PAYMENTS,
  });
  const ledger = await acquirer.ledgerOnce((entries) => entries.every(({ state }) => state !== 'APPROVED'));
  expect(counted(ledger.map(({ state }) => state))).toEqual({ REVERSED: PAYMENTS });
  expect(ledger.map(({ order }) => order).sort()).toEqual([...orders].sort());

  const [order = ''] = orders;
  const next = await merchant.pay(order, '2');
  expect(next.body.result).toBe('SUCCESS');
  expect(await acquirer.states(order)).toEqual(['REVERSED', 'APPROVED']);
  expect((await merchant.order(order)).body).toMatchObject({ status: 'CAPTURED', totalCapturedAmount: 10 });
});
