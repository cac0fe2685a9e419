/** In which language a payer is spoken to. */

export interface PayerLanguages {
  /** The browser's, the preferred one first. */
  readonly accepted: readonly string[];
  /** What the payer chose on a page, one of ours: it goes before all others. */
  readonly chosen?: string;
}

/** @param wanted BCP 47 tags, the preferred one first @param chosen by the payer @returns our best locale for them */
export type MatchLocale = (wanted: readonly string[], chosen?: string) => string;

/** @param shops the language that the shop asked for, which the payer's choice alone goes before */
export function payerLocale(
  { matchLocale }: { readonly matchLocale: MatchLocale },
  { accepted, chosen }: PayerLanguages,
  shops?: string,
): string {
  return matchLocale([...(shops === undefined ? [] : [shops]), ...accepted], chosen);
}
