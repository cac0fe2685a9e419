import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/operations.ts';
import type { Values } from '../../src/contract/read.ts';
import type { RequestFields } from '../../src/contract/request-fields.ts';
import { Secret } from '../../src/contract/secret.ts';
import { SECRET_PATHS } from '../../src/contract/secret-paths.ts';
import { canonicalText, merge, secretAt, secretTexts, secretValues, without } from '../../src/contract/values.ts';
import { readBody } from './body.ts';
import { anyValueAt } from './fields-at.ts';

const meaning = (body: string) => canonicalText(readBody(OPERATIONS.PAY.request, body).values);

describe('canonicalText', () => {
  it.each([
    [
      'the order of names',
      '{"order":{"amount":"1","currency":"EUR"},"userId":"u"}',
      '{"userId":"u","order":{"currency":"EUR","amount":"1"}}',
    ],
    ['1.0 and 1.00', '{"order":{"amount":"1.0"}}', '{"order":{"amount":"1.00"}}'],
    ['a number and its text', '{"order":{"amount":12.50}}', '{"order":{"amount":"012.5"}}'],
    [
      '05 and 5 of a month',
      '{"sourceOfFunds":{"provided":{"card":{"expiry":{"month":"05","year":"39"}}}}}',
      '{"sourceOfFunds":{"provided":{"card":{"expiry":{"month":5,"year":39}}}}}',
    ],
    ['null and absent', '{"order":{"amount":"1","reference":null},"billing":[]}', '{"order":{"amount":"1"}}'],
    ['an escape and its character', '{"userId":"\\u00e9"}', '{"userId":"é"}'],
    ['unknown names', '{"userId":"u","nobody":1}', '{"userId":"u"}'],
    ['white space', '{"userId":"u"}', ' { "userId" : "u" } '],
  ])('ignores a difference between texts: %s', (_what, one, other) => {
    expect(meaning(one)).toBe(meaning(other));
  });

  it.each([
    ['an amount', '{"order":{"amount":"1"}}', '{"order":{"amount":"1.01"}}'],
    [
      'a card number',
      '{"sourceOfFunds":{"provided":{"card":{"number":"5123450000000008"}}}}',
      '{"sourceOfFunds":{"provided":{"card":{"number":"5123450000000016"}}}}',
    ],
    ['composed and decomposed letters', '{"userId":"é"}', '{"userId":"e\\u0301"}'],
    [
      'the order of items',
      '{"order":{"item":[{"name":"a","quantity":1,"unitPrice":1},{"name":"b","quantity":1,"unitPrice":1}]}}',
      '{"order":{"item":[{"name":"b","quantity":1,"unitPrice":1},{"name":"a","quantity":1,"unitPrice":1}]}}',
    ],
    ['where a text stands', '{"order":{"description":"a"}}', '{"order":{"reference":"a"}}'],
    ['quotes that look like structure', '{"userId":"a\\",\\"x\\":\\"b"}', '{"userId":"a"}'],
  ])('keeps a difference between texts: %s', (_what, one, other) => {
    expect(meaning(one)).not.toBe(meaning(other));
  });

  it('leaves out security codes and PINs, which must not be stored', () => {
    const card = (securityCode: string) =>
      meaning(`{"sourceOfFunds":{"provided":{"card":{"number":"5123450000000008","securityCode":"${securityCode}"}}}}`);
    expect(card('100')).toBe(card('101'));
    expect(card('100')).not.toContain('100');
    expect(canonicalText({ pin: new Secret('1234', true), number: new Secret('600600000') })).not.toContain('1234');
    expect(canonicalText({ pin: new Secret('1234', true), number: new Secret('600600000') })).toContain('600600000');
  });

  it('is the same for every order of names, at every depth', () => {
    const shuffled = (value: unknown, order: (a: string, b: string) => number): unknown =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => order(a, b))
              .map(([name, member]) => [name, shuffled(member, order)]),
          )
        : value;
    const names = fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9]{1,20}$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(names, fc.string({ minLength: 1, maxLength: 40 }), fc.nat(), (customs, text, salt) => {
        const body = {
          order: { amount: '1', currency: 'EUR', custom: Object.fromEntries(customs.map((name) => [name, text])) },
          billing: { phone: '1', address: { city: 'a', street: 'b', country: 'DEU' } },
          sourceOfFunds: { provided: { card: { number: '5123450000000008', expiry: { year: '39', month: '1' } } } },
        };
        const hash = (name: string) =>
          [...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0) + salt) % 9973, 7);
        const other = shuffled(body, (a, b) => hash(a) - hash(b));
        expect(meaning(JSON.stringify(other))).toBe(meaning(JSON.stringify(body)));
      }),
    );
  });
});

describe('overlay', () => {
  const under = (): Values => ({ order: { amount: '1', item: [{ name: 'a' }, { name: 'b' }] }, userId: 'u' });

  it('joins groups, replaces lists whole, and lets the upper one win', () => {
    expect(merge(under(), { order: { amount: '2', item: [{ name: 'c' }] } })).toEqual({
      order: { amount: '2', item: [{ name: 'c' }] },
      userId: 'u',
    });
    expect(merge(under(), { order: { currency: 'EUR' } })).toMatchObject({ order: { amount: '1', currency: 'EUR' } });
  });

  it('lets an undefined member replace nothing', () => {
    const upper = { userId: undefined, order: { amount: undefined, currency: 'EUR' } } as unknown as Values;
    expect(merge(under(), upper)).toMatchObject({ userId: 'u', order: { amount: '1', currency: 'EUR' } });
  });

  it('changes neither argument', () => {
    const [lower, upper] = [under(), { order: { amount: '2' } } as Values];
    merge(lower, upper);
    expect(lower).toEqual(under());
    expect(upper).toEqual({ order: { amount: '2' } });
  });

  it('keeps a Secret whole', () => {
    const [old, young] = [new Secret('1'), new Secret('2')];
    expect(merge({ n: old }, { n: young }).n).toBe(young);
    expect(merge({ n: old }, {}).n).toBe(old);
  });
});

describe('paths', () => {
  it.each(['constructor', 'order.constructor', 'order.toString.name', '__proto__', 'order.amount.length', ''])(
    '%j is undefined',
    (path) => {
      expect(anyValueAt({ order: { amount: '1' } }, path)).toBeUndefined();
    },
  );

  it('are dropped by without(), with the groups that this leaves empty, in a copy', () => {
    const fields: RequestFields = { billing: { address: { city: 'Ghent' } }, userId: '2' };
    expect(without(fields, ['billing.address.city', 'order.amount', 'shipping.address'])).toEqual({ userId: '2' });
    expect(fields.billing?.address?.city).toBe('Ghent');
  });

  it('of secrets survive the conversion to texts and back', () => {
    const [number, code] = ['sourceOfFunds.provided.card.number', 'sourceOfFunds.provided.card.securityCode'] as const;
    const values = secretValues({ [number]: '5123450000000008', [code]: '100' });
    expect(secretTexts(values, SECRET_PATHS)).toEqual({ [number]: '5123450000000008', [code]: '100' });
    expect(secretTexts({}, SECRET_PATHS)).toEqual({});
    expect(secretAt(values, number)?.sensitive).toBe(false);
    expect(secretAt(secretValues({ [code]: '1' }, true), code)?.sensitive).toBe(true);
  });
});
