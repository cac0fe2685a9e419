/** What the pages say, one file a language, each with every key of the English one. */
import { ar } from './ar.ts';
import { cs } from './cs.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { el } from './el.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { hi } from './hi.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { type LanguageRegions, localeIn, localeMatcher } from './locales.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { ptBR } from './pt-BR.ts';
import { ptPT } from './pt-PT.ts';
import { sv } from './sv.ts';
import { tr } from './tr.ts';
import type { Text } from './translation.ts';
import { uk } from './uk.ts';
import { zhHans } from './zh-Hans.ts';

/** By BCP 47 tag, in the order in which payers choose: by their own names. */
const TEXTS = {
  cs,
  da,
  de,
  en,
  es,
  fr,
  it,
  nl,
  pl,
  'pt-BR': ptBR,
  'pt-PT': ptPT,
  fi,
  sv,
  tr,
  el,
  uk,
  he,
  ar,
  hi,
  ko,
  ja,
  'zh-Hans': zhHans,
} as const satisfies Record<string, Text>;

export type Language = keyof typeof TEXTS;

export const LANGUAGES = Object.keys(TEXTS) as readonly Language[];

/** Each language by its own name, for its speakers to find. */
export const LANGUAGE_NAMES: readonly (readonly [Language, string])[] = LANGUAGES.map((language) => [
  language,
  TEXTS[language].name,
]);

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

export function textFor(locale: string): Text {
  return TEXTS[languageOf(locale)];
}

function isLanguage(tag: string | undefined): tag is Language {
  return tag !== undefined && Object.hasOwn(TEXTS, tag);
}
