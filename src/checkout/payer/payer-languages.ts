/** The language of a payer's pages, and the payer's country as the browser's languages suggest it. */
import { countryOfAlpha2 } from '../../contract/countries.ts';

export interface PayerLanguages {
  /** The browser's, the preferred one first. */
  readonly accepted: readonly string[];
  /** The payer's choice on a page, one of our locales. It overrides all others. */
  readonly chosen?: string;
}

/**
 * @param wanted BCP 47 tags, the preferred one first
 * @param chosen by the payer
 * @returns our best locale for them
 */
export type MatchLocale = (wanted: readonly string[], chosen?: string) => string;

/** @param shops the language that the shop asked for, which only the payer's choice overrides */
export function payerLocale(
  { matchLocale }: { readonly matchLocale: MatchLocale },
  { accepted, chosen }: PayerLanguages,
  shops?: string,
): string {
  return matchLocale([...(shops === undefined ? [] : [shops]), ...accepted], chosen);
}

/** @returns two letters of ISO 3166-1: the region of the first language that has one, such as AT for de-AT */
export function payerCountry({ accepted }: PayerLanguages): string | undefined {
  const regions = accepted.map((tag) => /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(tag)?.[1]?.toUpperCase());
  return regions.find((region) => region !== undefined && countryOfAlpha2(region) !== undefined);
}
