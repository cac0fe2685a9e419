import { expect, it } from 'vitest';
import { isTooLate, mailRetryPause } from '../../../src/adapters/receipts/retry-schedule.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/contract/durations.ts';

it('the schedule pauses longer after each attempt, and an hour from the fifth on', () => {
  expect([1, 2, 3, 4, 5, 6, 70].map((tries) => mailRetryPause(tries) / MINUTE_MS)).toEqual([1, 5, 15, 30, 60, 60, 60]);
});

it('the schedule ends after three days', () => {
  expect(isTooLate(0, 72 * HOUR_MS - 1)).toBe(false);
  expect(isTooLate(0, 72 * HOUR_MS)).toBe(true);
});
