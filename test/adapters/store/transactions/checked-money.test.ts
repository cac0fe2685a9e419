/** An amount damaged in the store is an error that names its record, not another amount. */
import { describe, expect, it } from 'vitest';
import {
  parseAdvice,
  parseOutcome,
  parseRequest,
  parseState,
  serialiseState,
} from '../../../../src/adapters/store/transactions/serialisation.ts';
import { InvariantError } from '../../../../src/contract/invariant.ts';
import { newOrder } from '../../../../src/core/order/order.ts';

const order = { ...newOrder('EUR', 1_200n), status: 'AUTHORIZED' };
const movement = { transactionId: '1', type: 'PAYMENT', result: 'SUCCESS', gatewayCode: 'APPROVED', amount: '1200' };
const state = { ...JSON.parse(serialiseState(newOrder('EUR', 1_200n))), movements: [movement] };
const money = { amount: '1200', currency: 'EUR' };
const totals = { totalAuthorized: '0', totalCaptured: '0', totalRefunded: '0' };
const read = (from: (text: string, key: number) => unknown, record: unknown) => () => from(JSON.stringify(record), 7);

const WRONG_AMOUNTS: [string, unknown][] = [
  ['below zero', '-1'],
  ['empty', ''],
  ['absent', undefined],
  ['null', null],
  ['a number', 1_200],
  ['a fraction', '12.00'],
  ['with a space', ' 1200'],
  ['with a leading zero', '01200'],
  ['hexadecimal', '0x10'],
  ['a letter', '12OO'],
  ['of 21 digits', '1'.repeat(21)],
];

describe.each(WRONG_AMOUNTS)('an amount that is %s', (_what, amount) => {
  it.each([
    ['order 7', read(parseState, { ...state, amount })],
    ['order 7', read(parseState, { ...state, totalCaptured: amount })],
    ['order 7', read(parseState, { ...state, movements: [{ ...movement, amount }] })],
    ['transaction 7', read(parseRequest, { ...money, amount })],
    ['the outcome of transaction 7', read(parseOutcome, { order: { ...money, ...totals, totalRefunded: amount } })],
    ['reversal 7', read(parseAdvice, { amount, currency: { code: 'EUR', numeric: '978' } })],
  ])('is refused in %s', (record, reading) => {
    expect(reading).toThrow(InvariantError);
    expect(reading).toThrow(record);
  });
});

it.each(['XXX', 'eur', '', undefined, null, 978])('a currency that is %j is refused', (currency) => {
  expect(read(parseState, { ...state, currency })).toThrow('the currency of order 7 is unknown as it is stored');
  expect(read(parseRequest, { ...money, currency })).toThrow('the currency of transaction 7');
  expect(read(parseOutcome, { order: { ...order, ...money, ...totals, currency } })).toThrow('the currency of');
  expect(read(parseAdvice, { amount: '1', currency: { code: currency } })).toThrow('the currency of reversal 7');
});

it('malformed JSON is refused, without its contents in the error', () => {
  const reading = () => parseState('{"currency":"EUR","amo', 7);
  expect(reading).toThrow(InvariantError);
  expect(reading).toThrow(/^order 7 is no JSON as it is stored$/);
});
