/** The texts of the pages: a file of messages for each language, with every key of the English one. */
import ar from '../locales/ar.json' with { type: 'json' };
import cs from '../locales/cs.json' with { type: 'json' };
import da from '../locales/da.json' with { type: 'json' };
import de from '../locales/de.json' with { type: 'json' };
import el from '../locales/el.json' with { type: 'json' };
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import fi from '../locales/fi.json' with { type: 'json' };
import fr from '../locales/fr.json' with { type: 'json' };
import he from '../locales/he.json' with { type: 'json' };
import hi from '../locales/hi.json' with { type: 'json' };
import it from '../locales/it.json' with { type: 'json' };
import ja from '../locales/ja.json' with { type: 'json' };
import ko from '../locales/ko.json' with { type: 'json' };
import nl from '../locales/nl.json' with { type: 'json' };
import pl from '../locales/pl.json' with { type: 'json' };
import ptBR from '../locales/pt-BR.json' with { type: 'json' };
import ptPT from '../locales/pt-PT.json' with { type: 'json' };
import sv from '../locales/sv.json' with { type: 'json' };
import tr from '../locales/tr.json' with { type: 'json' };
import uk from '../locales/uk.json' with { type: 'json' };
import zhHans from '../locales/zh-Hans.json' with { type: 'json' };
import { LANGUAGES, type Language, languageOf } from './languages.ts';
import { compileMessages, type MessageTree } from './template.ts';
import type { Text } from './translation.ts';

export { LANGUAGES, type Language, languageOf, matchLocale } from './languages.ts';

/** The files as translators write them. */
export const LOCALES: Readonly<Record<Language, MessageTree & { readonly name: string }>> = {
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
};

/** Each language's own name, for the selection by its speakers. */
export const LANGUAGE_NAMES: readonly (readonly [Language, string])[] = LANGUAGES.map((language) => [
  language,
  LOCALES[language].name,
]);

/** A language is compiled when its first page is rendered. Tests compare every file with the type. */
const texts = new Map<Language, Text>();

export function textFor(locale: string): Text {
  const language = languageOf(locale);
  let text = texts.get(language);
  if (text === undefined) {
    text = compileMessages(LOCALES[language]) as unknown as Text;
    texts.set(language, text);
  }
  return text;
}
