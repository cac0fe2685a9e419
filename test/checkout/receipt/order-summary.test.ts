import { describe, expect, it } from 'vitest';
import { amountOf } from '../../../src/checkout/receipt/amount.ts';
import { orderSummary } from '../../../src/checkout/receipt/order-summary.ts';
import type { Values } from '../../../src/contract/read.ts';
import { checkoutSession } from '../sessions.ts';

const ORDER = {
  id: 'A',
  amount: '24.30',
  currency: 'EUR',
  itemAmount: '20.30',
  shippingAndHandlingAmount: '3',
  taxAmount: '1.00',
  item: [{ name: 'Tea', quantity: '2', unitPrice: '10.15', description: 'green' }],
};

const euro = (value: string) => ({ value, currency: 'EUR', exponent: 2 });
const summaryOf = (order: object) => orderSummary(checkoutSession({}, { order: { ...ORDER, ...order } } as Values));

describe('the summary', () => {
  it('shows lines, sub-totals and total exactly', () => {
    expect(summaryOf({})).toEqual({
      orderId: 'A',
      lines: [{ name: 'Tea', description: 'green', quantity: '2', total: euro('20.3') }],
      subtotals: [
        { kind: 'items', amount: euro('20.3') },
        { kind: 'shipping', amount: euro('3') },
        { kind: 'tax', amount: euro('1') },
      ],
      total: euro('24.30'),
    });
  });

  it('keeps amounts of any size exact', () => {
    const item = [{ name: 'Tea', quantity: '9999999999999999', unitPrice: '0.01' }];
    const { lines } = summaryOf({ item, itemAmount: '99999999999999.99', amount: '100000000000003.99' });
    expect(lines[0]?.total).toEqual(euro('99999999999999.99'));
  });

  const kinds = (order: object) => summaryOf(order).subtotals.map(({ kind, amount }) => `${kind} ${amount.value}`);

  it('subtracts a discount that the sub-totals do not include', () => {
    const order = { amount: '22.30', discount: { amount: '2.00' } };
    expect(kinds(order)).toEqual(['items 20.3', 'discount 2', 'shipping 3', 'tax 1']);
    expect(summaryOf(order).discountIncluded).toBeUndefined();
    expect(summaryOf(order).lines[0]?.total).toEqual(euro('20.3'));
  });

  it('notes a discount that the sub-totals include', () => {
    const order = { discount: { amount: '2.00' } };
    expect(kinds(order)).toEqual(['items 20.3', 'shipping 3', 'tax 1']);
    expect(summaryOf(order).discountIncluded).toEqual(euro('2'));
  });

  it('sums the lines of an order without a sum of its items', () => {
    const { itemAmount: _items, ...order } = ORDER;
    const lined = (changes: object) => orderSummary(checkoutSession({}, { order: { ...order, ...changes } } as Values));
    expect(lined({}).subtotals.map(({ kind }) => kind)).toEqual(['shipping', 'tax']);
    expect(lined({ amount: '22.3', discount: { amount: '2' } }).subtotals.map(({ kind }) => kind)).toEqual([
      'discount',
      'shipping',
      'tax',
    ]);
  });

  it.each([
    ['lines that do not make the sum of the items', { item: [{ name: 'Tea', quantity: '1', unitPrice: '1' }] }, 3],
    ['sub-totals that do not make the total', { amount: '99' }, 0],
    ['a discount by which they do not either', { amount: '99', discount: { amount: '1' } }, 0],
  ])('shows no amount beside another that contradicts it: %s', (_what, order, subtotals) => {
    const summary = summaryOf(order);
    expect(summary.lines).toMatchObject([{ name: 'Tea' }]);
    expect(summary.lines[0]).not.toHaveProperty('total');
    expect(summary.subtotals).toHaveLength(subtotals);
    expect(summary.total).toBeDefined();
  });

  it('shows only the total where the lines do not add up to it', () => {
    const item = [{ name: 'Tea', quantity: '1', unitPrice: '1' }];
    const summary = orderSummary(checkoutSession({}, { order: { id: 'A', amount: '24.30', currency: 'EUR', item } }));
    expect(summary).toEqual({
      orderId: 'A',
      lines: [{ name: 'Tea', quantity: '1' }],
      subtotals: [],
      total: euro('24.30'),
    });
  });

  it('notes the discount of an order without other sums', () => {
    const order = { id: 'A', amount: '20', currency: 'EUR', discount: { amount: '5' } };
    expect(orderSummary(checkoutSession({}, { order }))).toMatchObject({
      subtotals: [],
      discountIncluded: euro('5'),
    });
  });

  it.each(['VERIFY', 'NONE'] as const)('%s charges no amount, so it has no total', (operation) => {
    expect(orderSummary(checkoutSession({ operation }, { order: ORDER })).total).toBeUndefined();
  });

  it.each([
    ['1200', 'JPY', 0],
    ['1', 'IQD', 3],
    ['1', 'CLF', 4],
  ])('%s %s has the decimal places of ISO 4217', (value, currency, exponent) => {
    expect(amountOf(value, currency)).toEqual({ value, currency, exponent });
  });

  it('is empty without an amount or a currency', () => {
    expect([amountOf(undefined, 'EUR'), amountOf('1', undefined), amountOf('1', 'XXX')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
