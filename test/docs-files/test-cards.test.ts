/** The test cards of the sandbox's guide, against the code that decides about them. */
import { describe, expect, it } from 'vitest';
import { brandOf } from '../../src/contract/card-rules.ts';
import { decideAuthentication } from '../../src/sandbox/three-ds/acs/decision.ts';
import { initialRanges, rangeOf } from '../../src/sandbox/three-ds/directory-server/card-ranges.ts';
import { SCHEMES } from '../../src/sandbox/three-ds/directory-server/schemes.ts';
import { BRAND_NAMES } from '../../src/web/components/brand-names.ts';
import { docPage } from './documentation.ts';

const [, TABLE = ''] = /^\| number .*\n\| -.*\n((?:\|.*\n)+)/m.exec(docPage('docs/guide/sandbox.md')) ?? [];
const ROWS = TABLE.trim()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()))
  .map(([, number = '', brand = '', authentication = '']) => ({
    number: number.replaceAll(' ', ''),
    brand,
    authentication,
  }));
const CARDS = ROWS.filter(({ number }) => !number.startsWith('6006'));

it('the table lists every brand, and stands above every other heading', () => {
  expect(new Set(CARDS.map(({ number }) => brandOf(number))).size).toBe(8);
  expect(docPage('docs/guide/sandbox.md').match(/^## .*$/m)?.[0]).toBe('## Test cards');
});

describe.each(CARDS)('the test card $number', ({ number, brand, authentication }) => {
  it('is of the brand in the table', () => {
    expect(BRAND_NAMES[brandOf(number) ?? 'CHINA_UNIONPAY']).toBe(brand);
  });

  it('is authenticated as the table says', () => {
    const takesPart = SCHEMES.some((scheme) => rangeOf(initialRanges(scheme), number) !== undefined);
    const areq = { acctNumber: number, cardExpiryDate: '3901', deviceChannel: '02', messageVersion: '2.2.0' };
    const { transStatus, kind } = decideAuthentication(areq, { isTrusted: false });
    const expected = {
      'takes no part': [false, 'C', 'ONE_TIME_CODE'],
      'authenticated without a challenge': [true, 'Y', undefined],
    }[authentication] ?? [true, 'C', 'ONE_TIME_CODE'];
    expect([takesPart, transStatus, kind]).toEqual(expected);
  });
});

it.each(ROWS.filter(({ number }) => number.startsWith('6006')))(
  'the gift card $number has the balance that its digits encode',
  ({ number, authentication }) => {
    expect(authentication).toContain(`balance ${Number(number.slice(-3, -1)) * 10}`);
  },
);
