import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { sumProblems } from '../../../src/core/request/sums.ts';
import { readBody } from '../../contract/body.ts';

const problemsOf = (order: object) => sumProblems(readBody(OPERATIONS.PAY.request, { order }).values);
const line = (quantity: string, unitPrice: string, unitTaxAmount?: string) => ({
  name: 'a',
  quantity,
  unitPrice,
  ...(unitTaxAmount !== undefined && { unitTaxAmount }),
});

describe('sums that add up', () => {
  it.each([
    ['no sub-totals', { amount: '10' }],
    ['sub-totals without an amount', { itemAmount: '1' }],
    ['three sub-totals', { amount: '10.00', itemAmount: '7', shippingAndHandlingAmount: '2.5', taxAmount: '0.50' }],
    ['one sub-total', { amount: '10', itemAmount: '10.0' }],
    ['tenths that no double adds', { amount: '0.3', itemAmount: '0.1', taxAmount: '0.2' }],
    ['items', { itemAmount: '6.03', item: [line('3', '2.01'), line('1', '0')] }],
    ['items with a discount line', { itemAmount: '5', item: [line('1', '6'), line('2', '-0.5')] }],
    ['items without itemAmount', { amount: '10', item: [line('3', '2.01')] }],
    ['tax of the whole order alone', { amount: '3', itemAmount: '2', taxAmount: '1', item: [line('1', '2')] }],
    ['tax of the items', { taxAmount: '0.6', item: [line('3', '2', '0.2'), line('1', '1')] }],
    ['sub-totals with the discount in them', { amount: '28.30', itemAmount: '28.30', discount: { amount: '2.00' } }],
    [
      'sub-totals less the discount',
      { amount: '20', itemAmount: '20', shippingAndHandlingAmount: '5', discount: { amount: '5' } },
    ],
    ['a part of a unit', { itemAmount: '4.5', item: [line('1.5', '3')] }],
    ['a part of a unit, rounded', { currency: 'EUR', itemAmount: '4', item: [line('1.333', '3')] }],
    [
      'parts, rounded line by line',
      { currency: 'EUR', itemAmount: '0.01', item: [line('0.25', '0.01'), line('0.5', '0.01')] },
    ],
    [
      'a part of a unit in yen',
      { currency: 'JPY', itemAmount: '334', item: [line('0.334', '1000'), line('0.333', '0')] },
    ],
    ['a price of six decimals', { currency: 'EUR', itemAmount: '14.81', item: [line('3', '4.936667')] }],
    ['tax a piece', { currency: 'EUR', taxAmount: '1245.89', item: [line('1920', '3.09', '0.6489')] }],
    ['a price finer than yen', { currency: 'JPY', itemAmount: '100', item: [line('3', '33.333333')] }],
    ['a sub-total finer than cents', { currency: 'EUR', amount: '12.35', itemAmount: '12.345' }],
    ['the largest quantity', { itemAmount: '0', item: [line('9999999999999999', '0')] }],
  ])('are accepted with %s', (_what, order) => {
    expect(problemsOf(order)).toEqual([]);
  });
});

describe('sums that do not add up', () => {
  it.each([
    [
      'a price of six decimals, a cent off',
      { currency: 'EUR', itemAmount: '14.82', item: [line('3', '4.936667')] },
      'order.itemAmount',
      '14.82',
      '14.810001',
      'quantity times unitPrice',
    ],
    [
      'a sub-total finer than cents, a cent off',
      { currency: 'EUR', amount: '12.36', itemAmount: '12.345' },
      'order.amount',
      '12.36',
      '12.345',
      'order.itemAmount',
    ],
    [
      'a cent too much',
      { amount: '10.01', itemAmount: '9', taxAmount: '1' },
      'order.amount',
      '10.01',
      '10',
      'order.itemAmount, order.taxAmount',
    ],
    ['a cent too little', { amount: '9.99', itemAmount: '10' }, 'order.amount', '9.99', '10', 'order.itemAmount'],
    [
      'items',
      { itemAmount: '6', item: [line('3', '2.01')] },
      'order.itemAmount',
      '6',
      '6.03',
      'quantity times unitPrice',
    ],
    [
      'tax of items',
      { taxAmount: '1', item: [line('3', '2', '0.2')] },
      'order.taxAmount',
      '1',
      '0.6',
      'quantity times unitTaxAmount',
    ],
    [
      'a difference that a double would round away',
      { itemAmount: '0', item: [line('9999999999999999', '1'), line('9999999999999998', '-1')] },
      'order.itemAmount',
      '0',
      '1',
      'unitPrice',
    ],
  ])('name the field and both sums: %s', (_what, order, field, given, sum, what) => {
    const [problem, ...others] = problemsOf(order);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ field, validationType: 'INVALID' });
    expect(problem?.explanation).toMatch(
      new RegExp(`^${given.replace('.', '\\.')} is not .*, which is ${sum.replace('.', '\\.')}$`),
    );
    expect(problem?.explanation).toContain(what);
  });

  it.each([
    ['whole units, a cent off', { currency: 'EUR', itemAmount: '6.02', item: [line('3', '2.01')] }],
    ['a part of a unit, a cent off', { currency: 'EUR', itemAmount: '4.01', item: [line('1.333', '3')] }],
    [
      'a part of a unit beside whole ones, two cents off',
      { currency: 'EUR', itemAmount: '8.01', item: [line('1.333', '3'), line('4', '1')] },
    ],
    ['a part of a unit without a currency, by less than a cent', { itemAmount: '4', item: [line('1.333', '3')] }],
  ])('are refused: %s', (_what, order) => {
    expect(problemsOf(order)).toMatchObject([{ field: 'order.itemAmount', validationType: 'INVALID' }]);
  });

  it('name both possible sums where a discount makes neither', () => {
    const order = { amount: '19', itemAmount: '20', shippingAndHandlingAmount: '5', discount: { amount: '5' } };
    const [problem] = problemsOf(order);
    expect(problem?.field).toBe('order.amount');
    expect(problem?.explanation).toMatch(/^19 is not .*order\.discount\.amount taken off: 20 or 25$/);
  });

  it('are all reported at once', () => {
    const order = { amount: '1', itemAmount: '2', taxAmount: '3', item: [line('1', '5', '7')] };
    expect(problemsOf(order).map(({ field }) => field)).toEqual([
      'order.amount',
      'order.itemAmount',
      'order.taxAmount',
    ]);
  });
});
