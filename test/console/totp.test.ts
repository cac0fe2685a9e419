import { expect, it } from 'vitest';
import { base32, codeAt, matchingStep, otpauthAddress, stepAt } from '../../src/console/totp.ts';

const SECRET = Buffer.from('12345678901234567890');
const STEP_MS = 30_000;

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %s seconds the code is that of RFC 6238', (seconds, code) => {
  expect(codeAt(SECRET, stepAt(seconds * 1_000))).toBe(code);
});

it('a code is accepted one step early and one late, and no more', () => {
  const now = 1_111_111_111_000;
  const steps = [-2, -1, 0, 1, 2].map((drift) => stepAt(now) + drift);
  const found = steps.map((step) => matchingStep(SECRET, codeAt(SECRET, step), now));
  expect(found).toEqual([undefined, steps[1], steps[2], steps[3], undefined]);
  expect(matchingStep(SECRET, ' 050 471 ', now)).toBe(stepAt(now));
  expect(matchingStep(SECRET, '', now + STEP_MS)).toBeUndefined();
});

it('the address for an app has the secret in base 32, and escapes names', () => {
  expect(base32(SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(otpauthAddress({ issuer: 'Turnpike pay.example', email: 'a&b@shop.example', secret: SECRET })).toBe(
    'otpauth://totp/Turnpike%20pay.example:a%26b%40shop.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Turnpike%20pay.example',
  );
});
