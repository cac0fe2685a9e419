import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstKeyOf,
  KEYS_OF_STORE,
  STORE_NUMBER_MAX,
  storeCode,
  storeOfAuthenticationState,
  storeOfId,
  storeOfKey,
  storeOfTransactionId,
  transactionIdOf,
} from '../../src/platform/store-ids.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base62 = (length: number) =>
  fc.string({ unit: fc.constantFrom(...BASE62), minLength: length, maxLength: length });
const numbers = fc.integer({ min: 0, max: STORE_NUMBER_MAX });
const keysOf = (number: number) => fc.integer({ min: firstKeyOf(number), max: firstKeyOf(number) + KEYS_OF_STORE - 2 });
const signature = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));

describe('the code of a store', () => {
  it('is two characters, another for each store, and absent for store 0', () => {
    const codes = Array.from({ length: STORE_NUMBER_MAX + 1 }, (_, number) => storeCode(number));
    expect(codes[0]).toBe('');
    expect(codes.slice(1).every((code) => /^[0-9A-Za-z]{2}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBe(3_844);
    expect([codes[1], codes[62], codes[3_843]]).toEqual(['01', '10', 'zz']);
  });

  it.each([-1, 3_844, 0.5, Number.NaN])('is refused for %d, which is no number of a store', (number) => {
    expect(() => storeCode(number)).toThrow('from 0 to 3843');
    expect(() => firstKeyOf(number)).toThrow('from 0 to 3843');
  });

  it('is read from the ids of sessions, browser payments, links and logos', () => {
    fc.assert(
      fc.property(numbers, base62(24), base62(16), (number, long, short) => {
        const code = storeCode(number);
        const logo = `${code}${'0f'.repeat(16)}.png`;
        const ids = [`SESSION${code}${long}`, code + long, code + short, logo];
        expect(ids.map(storeOfId)).toEqual(ids.map(() => number));
      }),
    );
  });

  it('is never read from ids of releases without codes', () => {
    fc.assert(
      fc.property(base62(24), base62(16), (long, short) => {
        expect([`SESSION${long}`, long, short, `${'e1'.repeat(16)}.svg`].map(storeOfId)).toEqual([0, 0, 0, 0]);
      }),
    );
  });

  it('is not read from other texts', () => {
    const others = ['', 'SESSION', `SESSION${'a'.repeat(25)}`, `${'a'.repeat(25)}`, 'a-b', '../x', 'ä'.repeat(24)];
    expect(others.map(storeOfId)).toEqual(others.map(() => undefined));
    expect(others.map(storeOfAuthenticationState)).toEqual(others.map(() => undefined));
    expect(others.map(storeOfTransactionId)).toEqual(others.map(() => undefined));
  });
});

describe('the row keys of a store', () => {
  it('are safe integers in a range of its own', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        expect(storeOfKey(firstKeyOf(number))).toBe(number);
        expect(storeOfKey(firstKeyOf(number) + KEYS_OF_STORE - 2)).toBe(number);
      }),
    );
    expect(Number.isSafeInteger(firstKeyOf(STORE_NUMBER_MAX) + KEYS_OF_STORE)).toBe(true);
  });

  it('name the store in signed texts, which begin with a key', () => {
    const ids = numbers.chain((number) =>
      fc.tuple(fc.constant(number), keysOf(number), keysOf(number), signature, fc.constantFrom('a', 'c')),
    );
    fc.assert(
      fc.property(ids, ([number, key, other, signed, kind]) => {
        const [one, two] = [key.toString(36), other.toString(36)];
        const texts = [`${kind}${one}-${signed}`, `${one}-mb2x1k3q-${signed}`, `1-${two}-9yzz-${signed}`];
        expect(texts.map(storeOfId)).toEqual([number, number, number]);
        expect(storeOfAuthenticationState(`${one}-${signed}`)).toBe(number);
      }),
    );
  });

  it('beyond the last store name none', () => {
    const key = firstKeyOf(STORE_NUMBER_MAX) + KEYS_OF_STORE;
    expect(storeOfId(`c${key.toString(36)}-${'A'.repeat(22)}`)).toBeUndefined();
    expect(storeOfAuthenticationState(`${key.toString(36)}-${'A'.repeat(22)}`)).toBeUndefined();
  });
});

describe('the transaction id of a 3DS Server', () => {
  it('is a UUID that names its store, and of version 4 in store 0', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        const id = transactionIdOf(number, randomUUID());
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[45][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(id.charAt(14)).toBe(number === 0 ? '4' : '5');
        expect([storeOfTransactionId(id), storeOfTransactionId(id.toUpperCase())]).toEqual([number, number]);
      }),
    );
  });
});
