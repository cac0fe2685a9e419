import { expect, it } from 'vitest';
import { searchOptions } from '../../../src/checkout/return/option-search.ts';

const bank = (name: string, code = 'ABCDDEFFXXX', country = 'DE', isOffered = true) => ({
  ...{ id: name.toLowerCase(), name, code, country, isOffered },
  asks: [],
});

const BANKS = [
  bank('Banque Générale', 'BGENFRPPXXX', 'FR'),
  bank('Nordbank', 'NRDBDEFFXXX'),
  bank('Sparkasse Oberes Tal', 'SPKODE21XXX'),
  bank('Former Bank', 'FRMRDEFFXXX', 'DE', false),
];

const namesFor = (search: string) => searchOptions(BANKS, search, 'en').options.map(({ name }) => name);

it.each([
  ['', ['Banque Générale', 'Nordbank', 'Sparkasse Oberes Tal']],
  ['  ', ['Banque Générale', 'Nordbank', 'Sparkasse Oberes Tal']],
  ['nord', ['Nordbank']],
  ['GENERALE', ['Banque Générale']],
  ['tal spark', ['Sparkasse Oberes Tal']],
  ['nrdb', ['Nordbank']],
  ['fr', ['Banque Générale']],
  ['bank', ['Nordbank']],
  ['germany spar', ['Sparkasse Oberes Tal']],
  ['former', []],
  ['.*', ['Banque Générale', 'Nordbank', 'Sparkasse Oberes Tal']],
  ['zzz', []],
])('%j finds %j', (search, names) => {
  expect(namesFor(search)).toEqual(names);
});

it('the search shows two hundred at most, with a note that there are more', () => {
  const many = Array.from({ length: 201 }, (_, index) => bank(`Bank ${index}`));
  expect(searchOptions(many, 'bank', 'en')).toMatchObject({ hasMore: true });
  expect(searchOptions(many, 'bank', 'en').options).toHaveLength(200);
  expect(searchOptions(many.slice(1), 'bank', 'en').hasMore).toBe(false);
});

it('finds countries by their names in the payer’s language', () => {
  expect(searchOptions(BANKS, 'deutschland', 'de').options).toHaveLength(2);
  expect(searchOptions(BANKS, 'deutschland', 'en').options).toEqual([]);
});
