import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { sumProblems } from '../../src/gateway/sums.ts';
import { readBody } from '../contract/body.ts';

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
    ['the largest quantity', { itemAmount: '0', item: [line('9999999999999999', '0')] }],
  ])('%s', (_what, order) => {
    expect(problemsOf(order)).toEqual([]);
  });
});

describe('sums that do not', () => {
  it.each([
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
      'what a double would round away',
      { itemAmount: '0', item: [line('9999999999999999', '1'), line('9999999999999998', '-1')] },
      'order.itemAmount',
      '0',
      '1',
      'unitPrice',
    ],
  ])('%s: names the field and both sums', (_what, order, field, given, sum, what) => {
    const [problem, ...others] = problemsOf(order);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ field, validationType: 'INVALID' });
    expect(problem?.explanation).toMatch(
      new RegExp(`^${given.replace('.', '\\.')} is not .*, which is ${sum.replace('.', '\\.')}$`),
    );
    expect(problem?.explanation).toContain(what);
  });

  it('are all told at once', () => {
    const order = { amount: '1', itemAmount: '2', taxAmount: '3', item: [line('1', '5', '7')] };
    expect(problemsOf(order).map(({ field }) => field)).toEqual([
      'order.amount',
      'order.itemAmount',
      'order.taxAmount',
    ]);
  });
});
