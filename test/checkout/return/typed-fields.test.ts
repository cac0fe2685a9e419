import { expect, it } from 'vitest';
import { readTyped } from '../../../src/checkout/return/typed-fields.ts';

const read = (iban: string) => readTyped(['IBAN'], new URLSearchParams({ iban }));

it.each([
  ['DE89370400440532013000', 'DE89370400440532013000'],
  [' de89 3704 0044 0532 0130 00 ', 'DE89370400440532013000'],
  ['GB29-NWBK-6016-1331-9268-19', 'GB29NWBK60161331926819'],
  ['NO93 8601 1117 947', 'NO9386011117947'],
])('%j is an IBAN', (text, iban) => {
  expect(read(text)).toMatchObject({ typed: { IBAN: iban }, wrong: [] });
});

it.each(['', 'DE', 'DE89370400440532013001', 'DE98370400440532013000', 'D€89370400440532013000', 'x'.repeat(500)])(
  '%j is refused as an IBAN, and is kept for the page',
  (text) => {
    const { typed, kept, wrong } = read(text);
    expect({ typed, wrong }).toEqual({ typed: {}, wrong: ['IBAN'] });
    expect(kept).toEqual([{ field: 'IBAN', value: text.slice(0, 100), isWrong: true }]);
  },
);

it.each([
  ['anna', 'anna'],
  [' anna.b 7 ', 'anna.b 7'],
  ['', undefined],
  ['a\nb', undefined],
  ['änna', undefined],
])('%j as a user name is %j', (userId, right) => {
  const { typed } = readTyped(['USER_ID'], new URLSearchParams({ userId }));
  expect(typed.USER_ID).toBe(right);
});

it('fields that the page does not ask for are ignored', () => {
  expect(readTyped([], new URLSearchParams({ iban: 'DE89370400440532013000' }))).toEqual({
    typed: {},
    kept: [],
    wrong: [],
  });
});
