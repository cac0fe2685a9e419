import { describe, expect, it } from 'vitest';
import type { Values } from '../../../src/contract/read.ts';
import { subMerchantProblems } from '../../../src/core/request/sub-merchant-problems.ts';

const problemsOf = (tradingName: string | undefined, brand: string) => {
  const values: Values = { order: { subMerchant: { identifier: 'S1', tradingName } } };
  return subMerchantProblems(values, brand, 'Plaza');
};
const long = (characters: number, opening = '') => opening.padEnd(characters, 'é');

describe('a sub-merchant’s trading name', () => {
  it.each([
    ['MASTERCARD', 21, ''],
    ['AMEX', 27, ''],
    ['AMEX', 36, 'Plaza*'],
    // Only one network allows extra characters for the aggregator's name.
    ['MASTERCARD', 21, 'Plaza*'],
    // Without the asterisk, as another name, or further on, it is a part of the sub-merchant's own name.
    ['AMEX', 27, 'Plaza '],
    ['AMEX', 27, 'plaza*'],
    ['AMEX', 27, 'The Plaza*'],
  ])('on a card of %s takes %i characters beginning with %j, and not one more', (brand, max, opening) => {
    expect(problemsOf(long(max, opening), brand)).toEqual([]);
    expect(problemsOf(long(max + 1, opening), brand)).toEqual([
      expect.objectContaining({ field: 'order.subMerchant.tradingName', validationType: 'INVALID' }),
    ]);
  });

  it('counts characters, not UTF-16 units', () => {
    expect(problemsOf('🏪'.repeat(21), 'MASTERCARD')).toEqual([]);
  });

  it('has an explanation of its limits', () => {
    expect(problemsOf(long(22), 'MASTERCARD')[0]?.explanation).toBe('at most 21 characters for a card of MASTERCARD');
    expect(problemsOf(long(28), 'AMEX')[0]?.explanation).toBe(
      "at most 27 characters for a card of AMEX, or 36 beginning with 'Plaza*'",
    );
  });

  it.each(['VISA', 'MAESTRO', 'UNKNOWN', 'constructor'])('on a card of %s has no limit of its own', (brand) => {
    expect(problemsOf(long(100), brand)).toEqual([]);
  });

  it('may be missing, with its group or without', () => {
    expect(problemsOf(undefined, 'AMEX')).toEqual([]);
    expect(subMerchantProblems({}, 'AMEX', 'Plaza')).toEqual([]);
  });
});
