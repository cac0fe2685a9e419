/**
 * C1 to C3. The same request many times, in equivalent forms, and with another meaning under the same ids; at every
 * gateway process in turn.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onPostgres } from '../support/database-place.ts';
import { type Merchant, newOrderId, type RestAnswer } from '../support/merchant.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { bookByOrder } from './acquirer-book.ts';
import { counting, report, rounds } from './report.ts';
import { FULL_PAYMENT, otherMeanings, sameMeanings } from './request-variants.ts';

const COPIES = 50;
const ROUNDS = rounds('ROUNDS', 5);
const ROUND_MS_MAX = 10_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ processes: onPostgres() ? 2 : 1 });
  await Promise.all(stack.gateways.map(({ merchant }) => merchant.introduce()));
});
afterAll(async () => {
  await stack.close();
});

/** One process and the other alternately. */
function merchantAt(index: number): Merchant {
  return stack.gateways[index % stack.gateways.length]!.merchant;
}

const words = ({ status, text }: RestAnswer) => `${status} ${text}`;

it(
  'C1: fifty concurrent copies of a payment make one movement and get one answer, to the byte',
  async () => {
    const orders: string[] = [];
    let different = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = newOrderId();
      orders.push(order);
      const copies = Array.from({ length: COPIES }, (_, copy) => merchantAt(copy).pay(order, '1'));
      const answers = await Promise.all(copies);
      if (new Set(answers.map(words)).size > 1 || answers[0]?.body.result !== 'SUCCESS') {
        different += 1;
      }
    }
    const book = bookByOrder(stack.ledgerFile);
    const doubled = orders.filter((order) => book.get(order)?.length !== 1);
    report('C1 the same request at once', [
      `${counting(ROUNDS, 'round')} of ${COPIES} copies`,
      counting(stack.gateways.length, 'process', 'processes'),
      `${different} rounds with two answers`,
      `${doubled.length} orders without exactly one movement`,
    ]);
    expect(different).toBe(0);
    expect(doubled).toEqual([]);
  },
  ROUNDS * ROUND_MS_MAX,
);

it('C2: the same ids with any field changed, added or left out are refused, and nothing changes', async () => {
  const [order, path] = [newOrderId(), (id: string) => `/order/${id}/transaction/1`];
  const first = await merchantAt(0).call('PUT', path(order), FULL_PAYMENT);
  expect([first.body.result, first.ignored]).toEqual(['SUCCESS', '']);
  const before = (await merchantAt(0).order(order)).text;
  const taken: string[] = [];
  const changes = otherMeanings(FULL_PAYMENT);
  for (const [index, { what, body, isOfMemory }] of changes.entries()) {
    // Data that must not be stored after an authorization is known only to the process that received it.
    const { status, body: answer, ignored } = await merchantAt(isOfMemory ? 0 : index).call('PUT', path(order), body);
    const isRefused = status === 400 && answer.error?.explanation?.includes('is not a repeat of it') === true;
    if (!isRefused) {
      taken.push(`${what}: ${status} ${answer.error?.explanation ?? answer.result}, ignored ${ignored}`);
    }
  }
  const movements = bookByOrder(stack.ledgerFile).get(order)?.length;
  report('C2 the same ids with another meaning', [
    `${counting(changes.length, 'change')} of one field`,
    `${changes.length - taken.length} refused`,
    `${movements} movement at the acquirer`,
  ]);
  expect(taken).toEqual([]);
  expect((await merchantAt(0).order(order)).text).toBe(before);
  expect(movements).toBe(1);
});

it('C3: the same request in an equivalent form gets the stored answer', async () => {
  const order = newOrderId();
  const path = `/order/${order}/transaction/1`;
  const first = await merchantAt(0).call('PUT', path, FULL_PAYMENT);
  const pairs = sameMeanings(FULL_PAYMENT);
  const others: string[] = [];
  for (const [index, { what, body }] of pairs.entries()) {
    if (words(await merchantAt(index).call('PUT', path, body)) !== words(first)) {
      others.push(what);
    }
  }
  report('C3 the same in other words', [
    counting(pairs.length, 'pair'),
    `${pairs.length - others.length} taken as the same`,
  ]);
  expect(others).toEqual([]);
  expect(bookByOrder(stack.ledgerFile).get(order)).toHaveLength(1);
});

it('payments under twenty ids on one order at once make one movement', async () => {
  const order = newOrderId();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => merchantAt(index).pay(order, `${index}`)));
  expect(answers.filter(({ body }) => body.result === 'SUCCESS')).toHaveLength(1);
  expect(await stack.acquirer.states(order)).toEqual(['APPROVED']);
  expect((await merchantAt(0).order(order)).body.totalCapturedAmount).toBe(10);
});
