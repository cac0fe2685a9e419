/** The translators' glossary agrees with the texts. */
import { expect, it } from 'vitest';
import { LANGUAGE_NAMES, LANGUAGES, type Language, LOCALES } from '../../../src/web/text/index.ts';
import { docPage } from '../../docs-files/documentation.ts';

type Table = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const GLOSSARY = docPage('docs/guide/translating-glossary.md');

const tables: readonly Table[] = GLOSSARY.split('\n\n')
  .filter((block) => block.startsWith('|'))
  .map((block) => {
    const [head = '', , ...rows] = block.trim().split('\n');
    return { head: cells(head), rows: rows.map(cells) };
  });

const sentencesOf = (language: Language) => JSON.stringify(LOCALES[language]).toLowerCase();

/** @param key dotted, as in the glossary below a label */
const sentenceAt = (language: Language, key: string) =>
  key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], LOCALES[language]);

it('the glossary describes each language’s tone, and has a row for it in every table, of some forty terms', () => {
  const named = [...GLOSSARY.matchAll(/^- `([\w-]+)`, (.*?): /gm)].map(([, language, name]) => [language, name]);
  expect(named).toEqual(LANGUAGE_NAMES);
  for (const { rows } of tables) {
    expect(rows.map(([language]) => language)).toEqual(LANGUAGES.map((language) => `\`${language}\``));
  }
  expect(tables.flatMap(({ head }) => head.slice(1)).length).toBeGreaterThanOrEqual(39);
});

it.each(LANGUAGES)(
  'the glossary has in %s the labels as they stand on the page, and words that its sentences use',
  (language) => {
    for (const { head, rows } of tables) {
      const [, ...terms] = rows.find(([tag]) => tag === `\`${language}\``) ?? [];
      head.slice(1).forEach((title, index) => {
        const [, key] = /`([\w.]+)`/.exec(title) ?? [];
        const term = terms[index] ?? '';
        if (key !== undefined) {
          expect(term, title).toBe(sentenceAt(language, key));
        } else {
          expect(sentencesOf(language), title).toContain(term.toLowerCase());
        }
      });
    }
  },
);
