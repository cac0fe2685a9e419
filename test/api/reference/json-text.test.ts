import { expect, it } from 'vitest';
import { exactJson, jsonText } from '../../../src/api/reference/json-text.ts';

it('numbers keep their digits', () => {
  const text = '{ "amount": 12.50, "large": 9999999999999999.10 }';
  expect(jsonText(exactJson(text))).toBe(text);
});

it('an object that fits a line stays on one, and a longer one is broken at its members', () => {
  const long = 'x'.repeat(70);
  expect(jsonText({ a: { b: [1, 2], c: {} }, d: long })).toBe(
    `{\n  "a": { "b": [1, 2], "c": {} },\n  "d": "${long}"\n}`,
  );
});

it('a long list of short texts fills its lines', () => {
  const codes = Array.from({ length: 30 }, (_, index) => `C${index}`);
  const text = jsonText(codes);
  expect(JSON.parse(text)).toEqual(codes);
  expect(text.split('\n').length).toBeLessThan(10);
  for (const line of text.split('\n')) {
    expect(line.length).toBeLessThanOrEqual(76);
  }
});

it('the text is the same JSON as its input', () => {
  const value = { a: null, b: true, c: 'say "hi"', d: [], e: [[{}]], f: [{ g: 'y'.repeat(90) }] };
  expect(JSON.parse(jsonText(value))).toEqual(value);
});
