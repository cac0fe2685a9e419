/** The texts of the pages, one file per language, each with every key of the English one. */
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
import { LANGUAGES, type Language, languageOf } from './languages.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { ptBR } from './pt-BR.ts';
import { ptPT } from './pt-PT.ts';
import { sv } from './sv.ts';
import { tr } from './tr.ts';
import type { Text } from './translation.ts';
import { uk } from './uk.ts';
import { zhHans } from './zh-Hans.ts';

export { LANGUAGES, type Language, languageOf, matchLocale } from './languages.ts';

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
} as const satisfies Record<Language, Text>;

/** Each language's own name, for the selection by its speakers. */
export const LANGUAGE_NAMES: readonly (readonly [Language, string])[] = LANGUAGES.map((language) => [
  language,
  TEXTS[language].name,
]);

export function textFor(locale: string): Text {
  return TEXTS[languageOf(locale)];
}
