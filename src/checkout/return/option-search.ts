/** Searches the payment options by name, code and country. */
import type { PaymentOption } from '../../core/ports/index.ts';

/** A phone renders this many at once, and a payer can still look through them. */
const SHOWN_MAX = 200;
const SEARCH_CHARACTERS_MAX = 100;

/**
 * @param locale of the payer, for the names of countries
 * @returns the options that have every word of the search, in the order of the list
 */
export function searchOptions(
  options: readonly PaymentOption[],
  search: string,
  locale: string,
): { readonly options: readonly PaymentOption[]; readonly hasMore: boolean } {
  const words = plain(search.slice(0, SEARCH_CHARACTERS_MAX))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const countries = new Map<string, string>();
  const countryOf = (code: string) => {
    const known = countries.get(code) ?? plain(`${code} ${names.of(code)}`);
    countries.set(code, known);
    return known;
  };
  const found = options.filter(({ isOffered, name, code, country }) => {
    const own = () => `${plain(`${name} ${code}`)} ${countryOf(country)}`;
    return isOffered && (words.length === 0 || hasAll(own(), words));
  });
  return { options: found.slice(0, SHOWN_MAX), hasMore: found.length > SHOWN_MAX };
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** Without case and accents: `Société` is found by `societe`. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
