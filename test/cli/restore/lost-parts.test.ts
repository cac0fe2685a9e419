import { expect, it } from 'vitest';
import { type PartMovement, partAlone } from '../../../src/cli/restore/lost-parts.ts';
import { newOrder } from '../../../src/core/order/order.ts';

const payment = (amount: bigint, more: Partial<PartMovement> = {}): PartMovement => ({
  ...{ kind: 'PAYMENT', state: 'APPROVED', transactionId: `${amount}`, currency: 'EUR', key: 1, at: 0 },
  ...{ amount, isGiftCard: false, ...more },
});
const order = { state: newOrder('EUR', 100n) };
const gift = payment(30n, { isGiftCard: true });

it.each<[string, boolean, readonly PartMovement[], boolean, boolean]>([
  ['a payment that is all the ledger has', true, [payment(30n)], true, false],
  ['a payment of less than was declined before', true, [payment(100n, { state: 'DECLINED' }), gift], true, true],
  [
    'one of the amount that was declined before',
    true,
    [payment(30n, { state: 'DECLINED' }), payment(30n)],
    true,
    false,
  ],
  ['one of less than the order that is here', false, [payment(30n)], false, true],
  ['a gift card’s payment that is all the ledger has', true, [gift], true, true],
  ['the same of a merchant whose orders have no parts', true, [gift], false, false],
  ['parts that are whole', true, [gift, payment(70n)], true, false],
  ['a part that was reversed', true, [payment(30n, { state: 'REVERSED', isGiftCard: true })], true, false],
])(
  'the comparison decides whether a part lacks the rest of its order: %s',
  (_what, isNew, movements, takesParts, isAlone) => {
    expect(partAlone(order, isNew, movements, takesParts) !== undefined).toBe(isAlone);
  },
);

it('a part is not adopted beside a part that this store has on hold', () => {
  const hold = {
    transactionId: '1',
    type: 'PAYMENT',
    amount: 30n,
    gatewayCode: 'PENDING',
    result: 'PENDING',
    part: 'HOLD',
  } as const;
  const held = { state: { ...order.state, movements: [hold] } };
  expect(partAlone(held, false, [payment(70n)], true)).toMatch(/held here/);
});
