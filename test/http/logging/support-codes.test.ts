import { expect, it } from 'vitest';
import { supportCodes } from '../../../src/http/logging/support-codes.ts';

const CODES = 10_000;

it('support codes can be read out, and no two are alike', () => {
  const next = supportCodes();
  const codes = Array.from({ length: CODES }, next);
  for (const code of codes) {
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/);
  }
  expect(new Set(codes).size).toBe(CODES);
});

it('consecutive support codes share no beginning and no end, and do not grow', () => {
  const next = supportCodes();
  const codes = Array.from({ length: CODES }, next);
  const alike = (end: (code: string) => string) =>
    codes.filter((code, index) => index > 0 && end(code) === end(codes[index - 1]!)).length;
  expect(alike((code) => code.slice(0, 6))).toBeLessThan(3);
  expect(alike((code) => code.slice(-6))).toBeLessThan(3);
  const grown = codes.filter((code, index) => index > 0 && code > codes[index - 1]!).length;
  expect(grown / CODES).toBeGreaterThan(0.4);
  expect(grown / CODES).toBeLessThan(0.6);
});

it('another process has other support codes', () => {
  const [one, other] = [supportCodes(), supportCodes()];
  const codes = new Set(Array.from({ length: CODES }, one));
  expect(Array.from({ length: CODES }, other).filter((code) => codes.has(code))).toEqual([]);
});
