/** The countries of a list to choose from, by their names in the payer's language. */
import { COUNTRIES } from '../../contract/countries.ts';
import { COUNTRIES_WITHOUT_POSTCODES } from '../../contract/countries-without-postcodes.ts';

export interface Country {
  /** Two letters of ISO 3166-1. */
  readonly code: string;
  readonly name: string;
  readonly hasPostcodes: boolean;
}

/** Sorting the names takes longer than writing them; locales come from payers, so what is kept has a limit. */
const LISTS_MAX = 50;
const lists = new Map<string, readonly Country[]>();

/** @param locale BCP 47 @returns all of them, in the order of the language's alphabet */
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

/** @param code two letters of ISO 3166-1; whatever else a shop wrote is shown as it is */
export function countryName(locale: string, code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code) : code;
}
