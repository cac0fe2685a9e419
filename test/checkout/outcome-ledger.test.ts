/** A payment's outcome on the pages of the real gateway, compared with the acquirer's sums. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { hands, wordsOf } from './hands.ts';
import {
  follow,
  holdPages,
  type LEDGER_OPERATIONS,
  type LEDGER_WAYS,
  type LedgerStep,
  paidBy,
} from './outcome-ledger.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const payer = hands(() => rig);

type Case = readonly [(typeof LEDGER_WAYS)[number], (typeof LEDGER_OPERATIONS)[number], readonly LedgerStep[], string];

const CASES: readonly Case[] = [
  ['a card', 'AUTHORIZE', ['update up', 'capture all'], 'You paid €90.00 to'],
  ['a card', 'AUTHORIZE', ['capture a part'], '€10.00 paid · €47.20 still reserved'],
  [
    'a card',
    'AUTHORIZE',
    ['capture a part', 'refund a part'],
    '€10.00 paid · €47.20 still reserved · €5.00 refunded on',
  ],
  ['a card', 'AUTHORIZE', ['capture a part', 'update down', 'capture all'], 'You paid €50.20 to'],
  ['a card', 'AUTHORIZE', ['capture all', 'void the newest'], '€57.20 is reserved for'],
  ['a card', 'AUTHORIZE', ['update down', 'void the first'], 'has cancelled this payment'],
  ['a card', 'PURCHASE', ['refund a part', 'refund a part'], 'has refunded €10.00 You had paid €57.20.'],
  ['a gift card', 'PURCHASE', ['void the newest'], 'has cancelled this payment'],
  ['a gift card and a card', 'AUTHORIZE', ['capture a part', 'capture a part'], '€20.00 paid · €37.20 still reserved'],
  [
    'a gift card and a card',
    'PURCHASE',
    ['void the first', 'refund a part'],
    'has refunded €5.00 You had paid €27.20.',
  ],
];

it.each(CASES)('paid with %s by %s, then %j: each page shows %s', async (way, operation, steps, sentence) => {
  const paid = await paidBy(payer, way, operation);
  await holdPages(rig, payer, paid, 'the payment');
  for (const [index, step] of steps.entries()) {
    expect(await follow(rig, paid, step, `follow-${index}`), step).toBe(true);
    await holdPages(rig, payer, paid, step);
  }
  const receipt = wordsOf(await payer.browse(`/checkout/pay/${paid.id}`));
  expect(receipt.replace(/\s+/g, ' ')).toContain(sentence);
});
