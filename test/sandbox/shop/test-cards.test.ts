import { expect, it } from 'vitest';
import { TEST_CARDS } from '../../../src/sandbox/shop/test-cards.ts';

/** Luhn: every second digit from the right counts as the digit sum of its double. */
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
const luhnSum = (digits: string) =>
  [...digits]
    .reverse()
    .reduce((sum, digit, index) => sum + (index % 2 === 0 ? Number(digit) : (DOUBLED[Number(digit)] ?? 0)), 0);

it.each(TEST_CARDS)('a card that the shop shows passes the check of its number: $outcome', ({ number }) => {
  expect(luhnSum(number.replaceAll(' ', '')) % 10).toBe(0);
});

it('the gift card’s balance matches its description', () => {
  const gift = TEST_CARDS.find((card) => card.outcome === 'Gift card');
  expect(gift?.number.slice(-3, -1)).toBe('99');
  expect(gift?.note).toContain('€990');
});
