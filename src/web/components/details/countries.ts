/** The list of countries to choose from, by their names in the payer's language. */
import { COUNTRIES } from '../../../contract/countries.ts';
import { COUNTRIES_WITHOUT_POSTCODES } from '../../../contract/countries-without-postcodes.ts';

export interface Country {
  /** Two letters of ISO 3166-1. */
  readonly code: string;
  readonly name: string;
  readonly hasPostcodes: boolean;
}

/**
 * Sorting the names takes longer than rendering them, so lists are cached. Locales come from payers, so the cache is
 * bounded.
 */
const LISTS_MAX = 50;
const lists = new Map<string, readonly Country[]>();

/**
 * @param locale BCP 47
 * @returns all countries, in the order of the language's alphabet
 */
export function countriesIn(locale: string): readonly Country[] {
  const known = lists.get(locale);
  if (known !== undefined) {
    return known;
  }
  if (lists.size >= LISTS_MAX) {
    lists.clear();
  }
  const { compare } = new Intl.Collator(locale);
  const list = Object.values(COUNTRIES)
    .map(([code]) => ({
      code,
      name: countryName(locale, code),
      hasPostcodes: !COUNTRIES_WITHOUT_POSTCODES.has(code),
    }))
    .sort((one, other) => compare(one.name, other.name));
  lists.set(locale, list);
  return list;
}

/** @param code two letters of ISO 3166-1; any other text of a shop is returned unchanged */
export function countryName(locale: string, code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code) : code;
}
