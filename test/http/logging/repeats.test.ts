import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RepeatedRefusals } from '../../../src/http/logging/repeats.ts';

let lines: string[];
let repeats: RepeatedRefusals;
beforeEach(() => {
  lines = [];
  repeats = new RepeatedRefusals(pino({}, { write: (line: string) => void lines.push(line) }));
});
afterEach(() => repeats.end());

const listed = (count: number, kind: (index: number) => Parameters<RepeatedRefusals['isListed']>[0]) =>
  Array.from({ length: count }, (_, index) => repeats.isListed(kind(index))).filter(Boolean).length;

it('the log lists twenty equal refusals, and counts the others', () => {
  expect(listed(50, () => ({ status: 404, route: 'none', from: '192.0.2.1' }))).toBe(20);
  repeats.end();
  expect(lines.map((line) => JSON.parse(line).repeats)).toEqual([30]);
});

it('the log lists failures of the gateway, for any number of equal ones', () => {
  expect(listed(500, () => ({ status: 500, route: '/x', from: '192.0.2.1' }))).toBe(500);
  expect(listed(5_000, () => ({ status: 500, route: '/x', from: '192.0.2.1' }))).toBe(500);
  repeats.end();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ status: 500, repeats: 4_500 }]);
});

it('the log lists a failed login after any number of kinds of other refusals', () => {
  listed(1_000, (index) => ({ status: 404, route: `/${index}`, from: '192.0.2.1' }));
  const login = { status: 401, route: '/order', failedLogin: 'wrong_password', from: '192.0.2.9' };
  expect(repeats.isListed(login)).toBe(true);
});
