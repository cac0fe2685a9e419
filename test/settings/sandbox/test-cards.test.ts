import { expect, it } from 'vitest';
import { luhn } from '../../../src/contract/card-rules.ts';
import { TEST_CARDS } from '../../../src/sandbox/shop/test-cards.ts';
import { TEST_CARD_NUMBERS } from '../../../src/settings/sandbox/index.ts';
import { DOC_PAGES } from '../../docs-files/documentation.ts';

const GROUPED = /\b\d{4}(?: \d{4}){3}\b/g;

it('every card number of the docs and of the demo shop is a test card, and each payment card has a valid check digit', () => {
  const texts = [...DOC_PAGES.map(({ text }) => text), ...TEST_CARDS.map(({ number }) => number)];
  const numbers = texts.flatMap(
    (text) => text.replaceAll(GROUPED, (found) => found.replaceAll(' ', '')).match(/\b\d{14,19}\b/g) ?? [],
  );
  expect(numbers.length).toBeGreaterThan(30);
  expect([...new Set(numbers)].filter((number) => luhn(number) && !TEST_CARD_NUMBERS.has(number))).toEqual([]);
  expect([...TEST_CARD_NUMBERS].filter((number) => !number.startsWith('6006') && !luhn(number))).toEqual([]);
});
