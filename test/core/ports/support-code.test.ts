/** Support codes: their spelling, and the chance of a guess. */
import { createHmac, hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { orderKeysOf, supportCode } from '../../../src/core/ports/index.ts';
import { firstKeyOf, KEYS_OF_STORE } from '../../../src/platform/store-ids.ts';

const CODES = 5_000;
const ORDERS = 1_000_000;
const GUESSES = 20_000;
const KEYS_MAX = 2 ** 40;

const hashUnder = (key: string) => (purpose: string, text: string) =>
  createHmac('sha256', key).update(`${purpose} ${text}`).digest();
const sealer = (...keys: readonly [string, ...string[]]) => ({
  hash: hashUnder(keys[0]),
  hashes: (purpose: string, text: string) => keys.map((key) => hashUnder(key)(purpose, text)),
});
const SEALER = sealer('in use');
const codes = () => Array.from({ length: CODES }, (_, order) => supportCode(SEALER, order));

it('a support code has eight characters that cannot be misread, in two groups', () => {
  for (const code of codes()) {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  }
});

it('each order has a code of its own, which leads to it again', () => {
  expect(new Set(codes()).size).toBe(CODES);
  for (const order of [0, 1, 2, 50_000, 2 ** 20, 2 ** 32 + 5, KEYS_MAX - 1]) {
    expect(orderKeysOf(SEALER, supportCode(SEALER, order))).toEqual([order]);
  }
});

it('in another store than 0 it has three more characters, which name the store', () => {
  const first = firstKeyOf(3_843);
  for (const order of [firstKeyOf(1), first, first + 1, first + KEYS_OF_STORE - 2]) {
    const code = supportCode(SEALER, order);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{3}$/);
    expect(code.startsWith(supportCode(SEALER, order % KEYS_OF_STORE))).toBe(true);
    expect(orderKeysOf(SEALER, code.toLowerCase())).toEqual([order]);
  }
  expect(supportCode(SEALER, first)).toMatch(/-3R3$/);
  const [code] = codes();
  expect(['000', '3R4', '1', '01'].map((store) => orderKeysOf(SEALER, `${code}-${store}`))).toEqual(
    Array(4).fill(undefined),
  );
});

it('codes of consecutive orders share no beginning and no end, and do not grow', () => {
  const made = codes();
  const pairs = made.slice(1).map((code, index) => [made[index]!, code] as const);
  expect(pairs.filter(([one, next]) => one.slice(0, 4) === next.slice(0, 4)).length).toBeLessThan(3);
  expect(pairs.filter(([one, next]) => one.slice(-4) === next.slice(-4)).length).toBeLessThan(3);
  const grown = pairs.filter(([one, next]) => next > one).length;
  expect(grown / CODES).toBeGreaterThan(0.45);
  expect(grown / CODES).toBeLessThan(0.55);
});

it('a code is read in any case, with any separators, and with letters in place of digits', () => {
  const order = Array.from({ length: CODES }, (_, index) => index).find((index) =>
    /0.*1|1.*0/.test(supportCode(SEALER, index)),
  )!;
  const code = supportCode(SEALER, order);
  const letters = code.replaceAll('0', 'O');
  for (const typed of [
    code,
    code.toLowerCase(),
    code.replace('-', ''),
    ` ${code.replace('-', ' ')} `,
    code.replace('-', '\u2013'),
    code.replace('-', '\u2011'),
    `\u2068${code}\u2069`,
    [...code].join(' '),
    [...code].map((character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)).join(''),
    letters.replaceAll('1', 'I'),
    letters.replaceAll('1', 'l').toLowerCase(),
  ]) {
    expect(orderKeysOf(SEALER, typed), typed).toEqual([order]);
  }
});

it('any other text is no code', () => {
  for (const text of ['', 'K3DQ', 'K3DQ-9XF', 'K3DQ-9XF22', 'K3DQ-9XFU', 'K3DQ/9XF2', 'ßßßßßßßß', '\0'.repeat(8)]) {
    expect(orderKeysOf(SEALER, text), JSON.stringify(text)).toBeUndefined();
  }
});

it('of twenty thousand guesses at most two belong to one of a million orders', () => {
  const characters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const guess = (index: number) =>
    [...hash('sha256', `guess ${index}`, 'buffer').subarray(0, 8)].map((byte) => characters[byte % 32]).join('');
  const found = Array.from({ length: GUESSES }, (_, index) => orderKeysOf(SEALER, guess(index))![0]!);
  expect(found.filter((order) => order < ORDERS).length).toBeLessThanOrEqual(2);
  // A mistake in one character leads to no neighbour either.
  const mistyped = codes().map((code) => orderKeysOf(SEALER, `${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`)!);
  expect(mistyped.filter(([order = 0]) => order < ORDERS).length).toBeLessThanOrEqual(2);
});

it('a code of an earlier key still leads to its order, and another gateway has other codes', () => {
  const code = supportCode(sealer('earlier'), 7);
  expect(orderKeysOf(sealer('in use', 'earlier'), code)?.[1]).toBe(7);
  expect(orderKeysOf(SEALER, code)).not.toContain(7);
  expect(supportCode(SEALER, 7)).not.toBe(code);
});
