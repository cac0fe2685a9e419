/** Which languages the pages speak, and which of them a reader gets; without what they say. */
import { type LanguageRegions, localeIn, localeMatcher } from './locales.ts';

/** BCP 47 tags, in the order in which payers choose: by the languages' own names. */
export const LANGUAGES = [
  'cs',
  'da',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'nl',
  'pl',
  'pt-BR',
  'pt-PT',
  'fi',
  'sv',
  'tr',
  'el',
  'uk',
  'he',
  'ar',
  'hi',
  'ko',
  'ja',
  'zh-Hans',
] as const;

export type Language = (typeof LANGUAGES)[number];

const FALLBACK: Language = 'en';

/**
 * Of two texts of one language, the regions that read the second. Source: `parentLocales` of CLDR, by which these take
 * their words from pt-PT, and all others from pt, which is Brazil's.
 */
const REGIONS: LanguageRegions<Language> = {
  'pt-PT': ['AO', 'CH', 'CV', 'GQ', 'GW', 'LU', 'MO', 'MZ', 'PT', 'ST', 'TL'],
};

const match = localeMatcher(LANGUAGES, REGIONS);

/**
 * The first wanted locale whose language we speak, cut down to what we know of it: the words follow the language (and
 * script), amounts and dates the region (`de-CH` writes thousands otherwise than `de-DE`).
 *
 * @param wanted BCP 47 tags, best first; malformed ones are passed over
 * @param chosen by the payer, one of `LANGUAGES`: it goes before all wishes, with the region of the first in it
 * @example matchLocale(['ca', 'pt-AO', 'en']) // 'pt-AO'
 */
export function matchLocale(wanted: readonly string[], chosen?: string): string {
  const found = match(wanted, isLanguage(chosen) ? chosen : undefined);
  return found?.locale ?? (isLanguage(chosen) ? localeIn(chosen) : FALLBACK);
}

/** @param locale as `matchLocale` answers it; a language that we do not speak is answered in English */
export function languageOf(locale: string): Language {
  return match([locale])?.language ?? FALLBACK;
}

function isLanguage(tag: string | undefined): tag is Language {
  return tag !== undefined && LANGUAGES.some((language) => language === tag);
}
