/**
 * C4 and C5. Operations that race on one order, at every gateway process in turn: only one at a time succeeds, and the
 * order ends as after a serial execution.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onPostgres } from '../support/database-place.ts';
import type { Merchant } from '../support/merchant.ts';
import { seededRandom } from '../support/random.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { bookByOrder } from './acquirer-book.ts';
import { GROUNDS, orderOn, pairsOf, race, serialEnds } from './races.ts';
import { counting, report, rounds } from './report.ts';
import { BODIES } from './scripts.ts';

const CAPTURES = 50;
const ROUNDS = rounds('ROUNDS', 5);
const RACES = rounds('RACES', 3);
const ROUND_MS_MAX = 10_000;
/** Random delay, so that the second operation arrives before, during or after the other's message. */
const ACQUIRER_DELAY_MS_MAX = 15;

/**
 * The longest delay of the second operation: some races are close, and some first operations are over before it comes.
 */
const APART_MS_MAX = 40;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);

let stack: Stack;
let merchants: readonly Merchant[];
beforeAll(async () => {
  stack = await startStack({ processes: onPostgres() ? 2 : 1 });
  merchants = stack.gateways.map(({ merchant }) => merchant);
  await Promise.all(merchants.map((merchant) => merchant.introduce()));
});
afterAll(async () => {
  await stack.close();
});

it(
  'C4: of fifty concurrent captures of the whole amount one is made, and the others are refused',
  async () => {
    const tally = { made: 0, locked: 0, refused: 0, other: 0 };
    const flawed: string[] = [];
    const orders: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = await orderOn(GROUNDS[0]!, merchants[0]!);
      orders.push(order);
      const answers = await Promise.all(
        Array.from({ length: CAPTURES }, (_, index) =>
          merchants[index % merchants.length]!.call('PUT', `/order/${order}/transaction/c${index}`, BODIES.CAPTURE),
        ),
      );
      const made = answers.filter(({ body }) => body.result === 'SUCCESS').length;
      const locked = answers.filter(({ body }) => body.response?.gatewayCode === 'LOCK_FAILURE').length;
      const refused = answers.filter(({ status }) => status === 400).length;
      tally.made += made;
      tally.locked += locked;
      tally.refused += refused;
      tally.other += CAPTURES - made - locked - refused;
      const { totalCapturedAmount } = (await merchants[0]!.order(order)).body;
      if (made !== 1 || made + locked + refused !== CAPTURES || totalCapturedAmount !== 10) {
        flawed.push(order);
      }
    }
    const book = bookByOrder(stack.ledgerFile);
    const captures = orders.map((order) => book.get(order)?.filter(({ kind }) => kind === 'CAPTURE').length);
    report('C4 fifty captures of one authorization', [
      counting(ROUNDS, 'round'),
      counting(merchants.length, 'process', 'processes'),
      `${tally.made} made`,
      `${tally.locked} locked`,
      `${tally.refused} refused`,
      `${flawed.length} rounds with another end`,
    ]);
    expect(flawed).toEqual([]);
    expect(new Set(captures)).toEqual(new Set([1]));
  },
  ROUNDS * ROUND_MS_MAX,
);

it(
  'C5: any two concurrent operations end as one of their two serial orders would',
  async () => {
    const strange: string[] = [];
    const orders: string[] = [];
    let both = 0;
    let pairs = 0;
    for (const ground of GROUNDS) {
      for (const pair of pairsOf(ground)) {
        pairs += 1;
        const ends = await serialEnds(ground, pair, merchants[0]!);
        for (let round = 0; round < RACES; round += 1) {
          await stack.acquirer.misbehave({ mode: 'DELAY', delayMs: random.between(0, ACQUIRER_DELAY_MS_MAX) });
          const turned = random.between(0, 2) === 0 ? pair : ([pair[1], pair[0]] as typeof pair);
          const { order, end, answers } = await race(ground, turned, merchants, random.between(0, APART_MS_MAX));
          orders.push(order);
          if (answers.every(({ body }) => body.result === 'SUCCESS')) {
            both += 1;
          }
          if (!ends.has(end)) {
            strange.push(`${end}; in turns ${[...ends].join(', or ')}`);
          }
        }
      }
    }
    const apart = await Promise.all(orders.map(async (order) => ({ order, ...(await totals(order)) })));
    const flawed = apart.filter(({ answered, book, captured, refunded }) => answered !== book || refunded > captured);
    report('C5 races of two operations', [
      `${pairs} pairs`,
      `${orders.length} races`,
      `seed ${random.seed}`,
      `${both} where both were made`,
      `${strange.length} ends that no turns reach`,
      `${flawed.length} orders apart from the acquirer's book or refunded beyond their captures`,
    ]);
    expect(strange).toEqual([]);
    expect(flawed).toEqual([]);
  },
  RACES * 16 * ROUND_MS_MAX,
);

async function totals(order: string) {
  const { totalCapturedAmount = 0, totalRefundedAmount = 0 } = (await merchants[0]!.order(order)).body;
  const rows = bookByOrder(stack.ledgerFile).get(order) ?? [];
  const sum = (...kinds: string[]) =>
    rows
      .filter(({ kind, state }) => state === 'APPROVED' && kinds.includes(`${kind}`))
      .reduce((total, { amount }) => total + amount, 0);
  const [captured, refunded] = [sum('CAPTURE', 'PAYMENT'), sum('REFUND')];
  const answered = `${Math.round(totalCapturedAmount * 100)}/${Math.round(totalRefundedAmount * 100)}`;
  return { answered, book: `${captured}/${refunded}`, captured, refunded };
}
