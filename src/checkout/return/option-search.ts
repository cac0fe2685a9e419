/** Searches what a payer may choose among, by name, code and country. */
import type { PaymentOption } from '../../gateway/ports/index.ts';

/** A page that a phone draws at once, and that a payer can still look through. */
const SHOWN_MAX = 200;
const SEARCH_CHARACTERS_MAX = 100;

/** @returns those with each word of the search at the beginning of one of theirs, in the order of the list */
export function searched(
  options: readonly PaymentOption[],
  search: string,
): { readonly options: readonly PaymentOption[]; readonly hasMore: boolean } {
  const words = wordsOf(search.slice(0, SEARCH_CHARACTERS_MAX));
  const found = options.filter((option) => option.isOffered && hasAll(option, words));
  return { options: found.slice(0, SHOWN_MAX), hasMore: found.length > SHOWN_MAX };
}

function hasAll({ name, code, country }: PaymentOption, words: readonly string[]): boolean {
  const own = [...wordsOf(name), ...wordsOf(code), ...wordsOf(country)];
  return words.every((word) => own.some((one) => one.startsWith(word)));
}

/** Without case and accents: `Société` is found by `societe`. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
