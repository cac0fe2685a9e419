/** The same request many times, another request under the same ids, and two requests on one order. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newOrderId } from '../support/merchant.ts';
import { type Stack, startStack } from '../support/stack.ts';

const COPIES = 50;
const ROUNDS = 20;
const DELAY_MS = 300;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  await stack.merchant.introduce();
});
afterEach(async () => {
  await stack.acquirer.misbehave({ mode: 'NONE' });
});
afterAll(async () => {
  await stack.close();
});

it('fifty copies of a payment at once make one movement and get one answer, to the byte', async () => {
  const { acquirer, merchant } = stack;
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = newOrderId();
    const answers = await Promise.all(Array.from({ length: COPIES }, () => merchant.pay(order, '1')));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.body.result).toBe('SUCCESS');
    expect(await acquirer.states(order)).toEqual(['APPROVED']);
  }
});

const provided = (card: object) => ({
  sourceOfFunds: {
    type: 'CARD',
    provided: {
      card: { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100', ...card },
    },
  },
});

it.each([
  ['another amount', { order: { amount: '10.01', currency: 'EUR' } }],
  ['another currency', { order: { amount: '10.00', currency: 'USD' } }],
  ['another operation', { apiOperation: 'AUTHORIZE' }],
  ['another card', provided({ number: '4111111111111111' })],
  ['another expiry', provided({ expiry: { month: '2', year: '39' } })],
  ['another security code', provided({ securityCode: '101' })],
])('the same ids with %s are refused, and nothing changes', async (_, changes) => {
  const { acquirer, merchant } = stack;
  const order = newOrderId();
  await merchant.pay(order, '1');
  const before = await merchant.order(order);
  const other = await merchant.pay(order, '1', changes);
  expect([other.status, other.body.error?.cause]).toEqual([400, 'INVALID_REQUEST']);
  expect((await merchant.order(order)).text).toBe(before.text);
  expect(await acquirer.states(order)).toEqual(['APPROVED']);
});

it('of two payments at once on an order one is made, and the other finds it locked, and may be tried again', async () => {
  const { acquirer, merchant } = stack;
  await acquirer.misbehave({ mode: 'DELAY', delayMs: DELAY_MS });
  const order = newOrderId();
  const first = merchant.pay(order, '1');
  await acquirer.ledgerOnce((ledger) => ledger.length === 1, order);
  const second = await merchant.pay(order, '2');
  expect([second.status, second.body.result, second.body.response?.gatewayCode]).toEqual([
    200,
    'FAILURE',
    'LOCK_FAILURE',
  ]);
  expect((await first).body.result).toBe('SUCCESS');
  const again = await merchant.pay(order, '2');
  expect([again.status, again.body.error?.cause]).toEqual([400, 'INVALID_REQUEST']);
  expect(await acquirer.states(order)).toEqual(['APPROVED']);
});

it('many payments at once on an order make one movement', async () => {
  const { acquirer, merchant } = stack;
  const order = newOrderId();
  const ids = Array.from({ length: 20 }, (_, index) => `${index + 1}`);
  const answers = await Promise.all(ids.map((id) => merchant.pay(order, id)));
  expect(answers.filter(({ body }) => body.result === 'SUCCESS')).toHaveLength(1);
  expect(await acquirer.states(order)).toEqual(['APPROVED']);
  expect((await merchant.order(order)).body.totalCapturedAmount).toBe(10);
});
