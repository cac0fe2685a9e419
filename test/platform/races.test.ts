import { expect, it } from 'vitest';
import { RACED, RACES_MAX, type Raced, retryRaces } from '../../src/platform/races.ts';

/** An attempt that loses so many races before it returns its number. */
function losing(races: number) {
  let attempts = 0;
  return async (): Promise<number | Raced> => {
    attempts += 1;
    return attempts > races ? attempts : RACED;
  };
}

it('returns the result of the first attempt that loses no race', async () => {
  expect(await retryRaces(losing(0))).toBe(1);
  expect(await retryRaces(losing(RACES_MAX - 1))).toBe(RACES_MAX);
});

it('returns RACED after the maximum number of attempts', async () => {
  expect(await retryRaces(losing(RACES_MAX))).toBe(RACED);
  expect(await retryRaces(losing(5), 5)).toBe(RACED);
  expect(await retryRaces(losing(4), 5)).toBe(5);
});

it('retries without a limit if the maximum is infinite', async () => {
  expect(await retryRaces(losing(3 * RACES_MAX), Number.POSITIVE_INFINITY)).toBe(3 * RACES_MAX + 1);
});

it('returns results that are false or absent', async () => {
  expect(await retryRaces(async () => false)).toBe(false);
  expect(await retryRaces(async () => undefined)).toBeUndefined();
});

it('throws the error of an attempt, without another attempt', async () => {
  let attempts = 0;
  const failing = retryRaces(async () => {
    attempts += 1;
    throw new Error('no store');
  });
  await expect(failing).rejects.toThrow('no store');
  expect(attempts).toBe(1);
});
