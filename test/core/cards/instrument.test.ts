import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import type { Values } from '../../../src/contract/read.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { BIN_TABLE } from '../../../src/core/cards/bin-table.ts';
import { binTable } from '../../../src/core/cards/bins.ts';
import {
  describeInstrument,
  instrumentOf,
  instrumentProblems,
  maskedNumber,
} from '../../../src/core/cards/instrument.ts';
import { readBody } from '../../contract/body.ts';
import { CARD, merchant } from '../world.ts';

const valuesOf = (sourceOfFunds: object) => readBody(OPERATIONS.PAY.request, { sourceOfFunds }).values;

const described = (values: Values) =>
  describeInstrument({
    instrument: instrumentOf(values),
    values,
    profile: merchant.profile,
    cardFacts: binTable(BIN_TABLE).ofNumber,
  });

describe('masking', () => {
  it.each([
    ['5123450000000008', '6.4', '512345xxxxxx0008'],
    ['5123450000000008', '0.4', 'xxxxxxxxxxxx0008'],
    ['5123450000000008', '0.0', 'xxxxxxxxxxxxxxxx'],
    ['6799990100000000019', '6.4', '679999xxxxxxxxx0019'],
    ['1234567890123', '6.4', '123456xxx0123'],
    ['123456789012', '6.4', '12345xxx9012'],
    ['1234567890', '6.4', '123xxx7890'],
    ['123456789', '6.4', '12xxx6789'],
    ['123456789', '0.4', 'xxxxx6789'],
    ['123456789', '0.0', 'xxxxxxxxx'],
  ] as const)('%s by %s is %s', (number, masking, masked) => {
    expect(maskedNumber(new Secret(number), masking)).toBe(masked);
  });

  it('never hides fewer than three digits, shows more than asked, or changes the length', () => {
    const numbers = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 9, maxLength: 19 });
    fc.assert(
      fc.property(numbers, fc.constantFrom('6.4', '0.4', '0.0'), (number, masking) => {
        const masked = maskedNumber(new Secret(number), masking);
        const [first, last] = masking.split('.').map(Number) as [number, number];
        expect(masked).toHaveLength(number.length);
        expect(masked).toMatch(/^\d*x{3,}\d*$/);
        expect(masked.indexOf('x')).toBeLessThanOrEqual(first);
        expect(masked.length - 1 - masked.lastIndexOf('x')).toBe(last);
        [...masked].forEach((char, at) => {
          if (char !== 'x') {
            expect(char).toBe(number[at]);
          }
        });
      }),
    );
  });
});

describe('a full set of details', () => {
  it.each([
    ['a card', { type: 'CARD', provided: { card: CARD } }, 'CARD'],
    ['a card without a type', { provided: { card: CARD } }, 'CARD'],
    ['a card without a security code', { provided: { card: { ...CARD, securityCode: null } } }, 'CARD'],
    [
      'a gift card',
      { type: 'GIFT_CARD', provided: { giftCard: { number: '6006000000000058', pin: '1234' } } },
      'GIFT_CARD',
    ],
    ['a gift card without a type', { provided: { giftCard: { number: '6006000000000058' } } }, 'GIFT_CARD'],
  ])('is %s', (_what, sourceOfFunds, kind) => {
    expect(instrumentOf(valuesOf(sourceOfFunds)).kind).toBe(kind);
  });

  const CARD_PATHS = ['number', 'expiry.month', 'expiry.year'].map((name) => `sourceOfFunds.provided.card.${name}`);
  it.each([
    ['nothing', {}, CARD_PATHS],
    ['a type alone', { type: 'CARD' }, CARD_PATHS],
    ['a number alone', { provided: { card: { number: CARD.number } } }, CARD_PATHS.slice(1)],
    ['an expiry alone', { provided: { card: { expiry: CARD.expiry } } }, CARD_PATHS.slice(0, 1)],
    [
      'a gift card’s PIN alone',
      { provided: { giftCard: { pin: '1234' } } },
      ['sourceOfFunds.provided.giftCard.number'],
    ],
    [
      'a card where a gift card is meant',
      { type: 'GIFT_CARD', provided: { card: CARD } },
      ['sourceOfFunds.provided.giftCard.number'],
    ],
  ])('is not %s: every missing field is named', (_what, sourceOfFunds, missing) => {
    const problems = instrumentProblems(valuesOf(sourceOfFunds));
    expect(problems.map(({ field, validationType }) => `${field} ${validationType}`)).toEqual(
      missing.map((path) => `${path} MISSING`),
    );
  });
});

describe('an instrument as answers show it', () => {
  it('has brand, scheme, funding and no digit too many', () => {
    const values = valuesOf({ token: 'TOKEN1', provided: { card: { ...CARD, nameOnCard: 'Ann Lee' } } });
    expect(described(values)).toEqual({
      type: 'CARD',
      brand: 'MASTERCARD',
      scheme: 'MASTERCARD',
      fundingMethod: 'CREDIT',
      number: '512345xxxxxx0008',
      lastFour: '0008',
      expiry: { month: '1', year: '39' },
      nameOnCard: 'Ann Lee',
      securityCodeProvided: true,
      token: 'TOKEN1',
    });
  });

  it('of an unknown brand is shown as such', () => {
    const values = valuesOf({ provided: { card: { ...CARD, number: '9999999999999' } } });
    expect(described(values)).toMatchObject({
      brand: 'UNKNOWN',
      scheme: 'OTHER',
    });
  });

  it('of a gift card has a local brand', () => {
    const values = valuesOf({ provided: { giftCard: { number: '6006000000000058', pin: '1234' } } });
    const view = described(values);
    expect(view).toMatchObject({ type: 'GIFT_CARD', brand: 'LOCAL_BRAND_ONLY', number: '600600xxxxxx0058' });
    expect(JSON.stringify(view)).not.toContain('1234');
  });
});
