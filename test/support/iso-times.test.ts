/** The rule for every gateway and command of the tests. */
import { expect, it } from 'vitest';
import { requireIsoTimes } from './iso-times.ts';

it.each([
  ['{"level":30,"time":1790000000000,"since":1790000000000,"msg":"an alert"}'],
  ['{"level":30,"until":[1790000000000]}'],
  ['the key before it signs until 1790000000000'],
])('refuses %s', (line) => {
  expect(() => requireIsoTimes(['fine', line])).toThrow('ISO 8601');
});

it.each([
  ['{"level":30,"time":1790000000000,"since":"2026-09-21T14:13:20.000Z"}'],
  ['{"level":30,"order":"shop-1790000000000","ms":12.5}'],
  ['512345xxxxxx0008 1790000000000000'],
])('accepts %s', (line) => {
  expect(() => requireIsoTimes([line])).not.toThrow();
});
