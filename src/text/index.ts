/** What the pages say, one file a language, each with every key of the English one. */
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { sv } from './sv.ts';
import type { Text } from './translation.ts';

const TEXTS = { en, de, fr, es, it, nl, pt, pl, sv, ar } as const satisfies Record<string, Text>;

export type Language = keyof typeof TEXTS;

export const LANGUAGES = Object.keys(TEXTS) as readonly Language[];

const FALLBACK: Language = 'en';

/** A payer's browser names a handful of languages; more is noise, or someone who wants to keep us busy. */
const WANTED_MAX = 20;

/** @param locale as `matchLocale` answers it; a language that we do not speak is answered in English */
export function textFor(locale: string): Text {
  const [language = ''] = locale.split('-', 1);
  return TEXTS[isSpoken(language) ? language : FALLBACK];
}

/**
 * The first wanted locale whose language we speak, cut down to language and region: the words follow the language,
 * amounts and dates the region (`de-CH` writes thousands otherwise than `de-DE`).
 *
 * @param wanted BCP 47 tags, best first; malformed ones are passed over
 * @example matchLocale(['ja', 'pt-BR', 'en']) // 'pt-BR'
 */
export function matchLocale(wanted: readonly string[]): string {
  for (const tag of wanted.slice(0, WANTED_MAX)) {
    const locale = parsed(tag);
    if (locale === undefined || !isSpoken(locale.language)) {
      continue;
    }
    return locale.region === undefined ? locale.language : `${locale.language}-${locale.region}`;
  }
  return FALLBACK;
}

function isSpoken(language: string): language is Language {
  return Object.hasOwn(TEXTS, language);
}

/** Older merchants write `en_GB`, as POSIX does. */
function parsed(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag.trim().replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}
