/** The languages of the pages, and the choice among them for a reader, without the texts. */
import { type LanguageRegions, localeIn, localeMatcher } from './locales.ts';

/** BCP 47 tags in the order of the selection, sorted by the languages' own names. */
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
 * The regions that read the second of two texts in one language. Source: `parentLocales` of CLDR, in which these
 * inherit from pt-PT, and all others from pt, which is Brazilian.
 */
const REGIONS: LanguageRegions<Language> = {
  'pt-PT': ['AO', 'CH', 'CV', 'GQ', 'GW', 'LU', 'MO', 'MZ', 'PT', 'ST', 'TL'],
};

const match = localeMatcher(LANGUAGES, REGIONS);

/**
 * Returns the first wanted locale with a supported language, reduced to language, script and region. The texts follow
 * the language (and script), amounts and dates the region (`de-CH` and `de-DE` group thousands differently).
 *
 * @param wanted BCP 47 tags by preference; malformed ones are skipped
 * @param chosen the payer's choice among `LANGUAGES`; it takes precedence over `wanted`, of which only the region
 * for that language is used
 * @example matchLocale(['ca', 'pt-AO', 'en']) // 'pt-AO'
 */
export function matchLocale(wanted: readonly string[], chosen?: string): string {
  const found = match(wanted, isLanguage(chosen) ? chosen : undefined);
  return found?.locale ?? (isLanguage(chosen) ? localeIn(chosen) : FALLBACK);
}

/** @param locale a result of `matchLocale`; an unsupported language falls back to English */
export function languageOf(locale: string): Language {
  return match([locale])?.language ?? FALLBACK;
}

function isLanguage(tag: string | undefined): tag is Language {
  return tag !== undefined && LANGUAGES.some((language) => language === tag);
}
