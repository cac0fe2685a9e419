/** A follow-up request must not contradict the order and its card; its own fields do not change the order. */
import { describe, expect, it } from 'vitest';
import { InterfaceError } from '../../../src/contract/interface-error.ts';
import { amount, authorized, paid, target } from './bench.ts';

const CARD = { expiry: { month: '1', year: '39' } };
const card = (number: string) => ({ sourceOfFunds: { provided: { card: { ...CARD, number } } } });

async function fieldsOf(running: Promise<unknown>): Promise<string[]> {
  const error = await running.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof InterfaceError)) {
    throw new Error('It was taken.');
  }
  return error.problems.map(({ field }) => field);
}

describe('the gateway refuses by name, before the start,', () => {
  it.each<[string, object, string]>([
    ['another currency of the order', { order: { currency: 'USD' } }, 'order.currency'],
    ['another amount of the order', { order: { amount: '11' } }, 'order.amount'],
    ['a sub-merchant', { order: { subMerchant: { identifier: 'x' } } }, 'order.subMerchant'],
    ['another card', card('4508750015741019'), 'sourceOfFunds.provided.card.number'],
  ])('a refund with %s', async (_what, body, field) => {
    const on = await paid();
    expect(await fieldsOf(on.run('REFUND', '2', { ...amount('1'), ...body }))).toEqual([field]);
  });

  it('a void with a sub-merchant', async () => {
    const on = await authorized();
    const body = { ...target('1'), order: { subMerchant: { identifier: 'x' } } };
    expect(await fieldsOf(on.run('VOID', '2', body))).toEqual(['order.subMerchant']);
  });

  it('a void that shows another card by its track', async () => {
    const on = await authorized();
    const shown = { sourceOfFunds: { provided: { card: { track2: ';4508750015741019=39011010000000000000?' } } } };
    expect(await fieldsOf(on.run('VOID', '2', { ...target('1'), ...shown }))).toEqual([
      'sourceOfFunds.provided.card.number',
    ]);
  });

  it('a recurring agreement that does not say whether its amounts vary, and a least amount above the most', async () => {
    const on = await authorized();
    const agreement = { type: 'RECURRING', minimumAmountPerPayment: '20', maximumAmountPerPayment: '10' };
    expect(await fieldsOf(on.run('CAPTURE', '2', { ...amount('1'), agreement }))).toEqual([
      'agreement.amountVariability',
      'agreement.minimumAmountPerPayment',
    ]);
  });
});

it('a refund may name the card of its payment', async () => {
  const on = await paid();
  await on.run('REFUND', '2', { ...amount('1'), ...card('5123450000000008') });
  expect(on.standing()).toMatchObject({ refunded: 100n });
});
