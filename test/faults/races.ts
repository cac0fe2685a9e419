/** Concurrent pairs of operations on one order, and the results of their serial executions. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Merchant, newOrderId, type RestAnswer } from '../support/merchant.ts';
import { BODIES, type Operation } from './scripts.ts';

/** A request on the order, named by its operation. */
export interface Racer {
  readonly name: string;
  readonly body: object;
}

/** A state of an order, with the requests that a shop may send there. */
export interface Ground {
  readonly before: readonly Operation[];
  readonly racers: readonly Racer[];
}

const money = (amount: string) => ({ transaction: { amount, currency: 'EUR' } });
const voidOf = (targetTransactionId: string) => ({ apiOperation: 'VOID', transaction: { targetTransactionId } });

export const GROUNDS: readonly Ground[] = [
  {
    before: ['AUTHORIZE'],
    racers: [
      { name: 'CAPTURE of all', body: BODIES.CAPTURE },
      { name: 'CAPTURE of a part', body: { apiOperation: 'CAPTURE', ...money('6.00') } },
      { name: 'VOID of the authorization', body: voidOf('1') },
      { name: 'UPDATE_AUTHORIZATION', body: BODIES.UPDATE_AUTHORIZATION },
    ],
  },
  {
    before: ['AUTHORIZE', 'CAPTURE'],
    racers: [
      { name: 'REFUND of all', body: { apiOperation: 'REFUND', ...money('10.00') } },
      { name: 'REFUND of a part', body: { apiOperation: 'REFUND', ...money('6.00') } },
      { name: 'VOID of the capture', body: voidOf('2') },
    ],
  },
  {
    before: ['PAY'],
    racers: [
      { name: 'REFUND of all', body: { apiOperation: 'REFUND', ...money('10.00') } },
      { name: 'VOID of the payment', body: voidOf('1') },
    ],
  },
];

/** Every pair, including an operation with itself. */
export function pairsOf({ racers }: Ground): [Racer, Racer][] {
  return racers.flatMap((one, index) => racers.slice(index).map((other): [Racer, Racer] => [one, other]));
}

/** A new order for the race. @throws Error if it cannot be created */
export async function orderOn({ before }: Ground, merchant: Merchant): Promise<string> {
  const order = newOrderId();
  for (const [index, operation] of before.entries()) {
    const { body, text } = await merchant.call('PUT', `/order/${order}/transaction/${index + 1}`, BODIES[operation]);
    if (body.result !== 'SUCCESS') {
      throw new Error(text);
    }
  }
  return order;
}

/** The results of both serial orders, and of each request alone. */
export async function serialEnds(
  ground: Ground,
  [one, other]: [Racer, Racer],
  merchant: Merchant,
): Promise<Set<string>> {
  const ends = new Set<string>();
  for (const turns of [[one], [other], [one, other], [other, one]]) {
    const order = await orderOn(ground, merchant);
    const made: string[] = [];
    for (const [index, { name, body }] of turns.entries()) {
      const answer = await merchant.call('PUT', `/order/${order}/transaction/race-${index}`, body);
      if (answer.body.result === 'SUCCESS') {
        made.push(name);
      }
    }
    ends.add(await endOf(order, made, merchant));
  }
  return ends;
}

/** Sends both nearly at once, to different processes if there are two. @returns the result */
export async function race(
  ground: Ground,
  pair: [Racer, Racer],
  merchants: readonly Merchant[],
  apartMs: number,
): Promise<{ order: string; end: string; answers: RestAnswer[] }> {
  const order = await orderOn(ground, merchants[0] as Merchant);
  const answers = await Promise.all(
    pair.map(async ({ body }, index) => {
      await pause(index * apartMs);
      const merchant = merchants[index % merchants.length] as Merchant;
      return merchant.call('PUT', `/order/${order}/transaction/race-${index}`, body);
    }),
  );
  const made = pair.filter((_, index) => answers[index]?.body.result === 'SUCCESS').map(({ name }) => name);
  return { order, end: await endOf(order, made, merchants[0] as Merchant), answers };
}

/** The successful operations, sorted, and the final order. */
async function endOf(order: string, made: readonly string[], merchant: Merchant): Promise<string> {
  const { status, totalAuthorizedAmount, totalCapturedAmount, totalRefundedAmount } = (await merchant.order(order))
    .body;
  const totals = [totalAuthorizedAmount, totalCapturedAmount, totalRefundedAmount];
  return `${[...made].sort().join(' and ') || 'nothing'}: ${status} ${totals.join('/')}`;
}
