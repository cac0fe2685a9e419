/** The text of the search box, and the values of an order that it may be. */
import { describe, expect, it } from 'vitest';
import { alternativesOf } from '../../../src/console/order-search/search-text.ts';

const sealer = { hashes: (purpose: string, text: string) => [Buffer.from(`${purpose} ${text}`.padEnd(32))] };
const searchedAs = (text: string) => [...new Set(alternativesOf(text, sealer).flatMap(({ as }) => as))];
const ANY = ['ORDER_ID', 'REFERENCE', 'PROVIDER_REFERENCE'];

describe('a text is searched as each value that it may be:', () => {
  it.each([
    ['ORDER-1', ANY],
    ['Invoice 77', ['ORDER_ID', 'REFERENCE']],
    ['12.34', [...ANY, 'AMOUNT']],
    ['€ 12,34', ['ORDER_ID', 'REFERENCE', 'AMOUNT']],
    ['eur 12', ['ORDER_ID', 'REFERENCE', 'AMOUNT']],
    ['12.34 EUR', ['ORDER_ID', 'REFERENCE', 'AMOUNT']],
    ['12.34 ZZZ', ['ORDER_ID', 'REFERENCE']],
    ['0008', ['ORDER_ID', 'REFERENCE', 'LAST_FOUR', 'PROVIDER_REFERENCE', 'AMOUNT']],
    ['512345xxxxxx0008', ['LAST_FOUR']],
    ['•••• 0008', ['LAST_FOUR']],
    ['Ada@Example.com', ['ORDER_ID', 'REFERENCE', 'EMAIL']],
    ['Ada Lovelace', ['ORDER_ID', 'REFERENCE', 'NAME']],
    ['k3dq-9xf2', [...ANY, 'SUPPORT_CODE']],
    ['x'.repeat(41), ['REFERENCE', 'PROVIDER_REFERENCE']],
  ])('%s', (text, as) => {
    expect(searchedAs(text)).toEqual(as);
  });
});

describe('an amount', () => {
  const amounts = (text: string) =>
    alternativesOf(text, sealer).flatMap(({ filters }) => (filters.amountFrom === undefined ? [] : filters.amountFrom));

  it('is that of each currency, by its minor unit', () => {
    expect(amounts('12').sort()).toEqual([12n, 1_200n, 12_000n, 120_000n]);
    expect(amounts('12.345').sort()).toEqual([12_345n, 123_450n]);
    expect(amounts('JPY 12')).toEqual([12n]);
    expect(amounts('JPY 12.50')).toEqual([]);
  });

  it('fits no order of a currency with another minor unit', () => {
    const found = alternativesOf('12.34', sealer).find(({ filters }) => filters.amountFrom === 1_234n);
    const fits = (currency: string) => found?.fits?.({ currency, merchantKey: 1, orderId: 'ORDER' });
    expect([fits('EUR'), fits('JPY')]).toEqual([true, false]);
  });
});
