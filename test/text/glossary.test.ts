/** The translators' glossary says what the texts say. */
import { expect, it } from 'vitest';
import { LANGUAGES, type Language, textFor } from '../../src/text/index.ts';
import { docPage } from '../docs-files/documentation.ts';

type Table = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const tables: readonly Table[] = docPage('docs/guide/translating-glossary.md')
  .split('\n\n')
  .filter((block) => block.startsWith('|'))
  .map((block) => {
    const [head = '', , ...rows] = block.trim().split('\n');
    return { head: cells(head), rows: rows.map(cells) };
  });

const sentencesOf = (language: Language) => JSON.stringify(textFor(language)).toLowerCase();

/** @param key dotted, as the glossary has it under a label */
const sentenceAt = (language: Language, key: string) =>
  key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], textFor(language));

it('has a row for each language in every table, and some forty terms', () => {
  for (const { rows } of tables) {
    expect(rows.map(([language]) => language)).toEqual(LANGUAGES.map((language) => `\`${language}\``));
  }
  const [, ...ofTerms] = tables;
  expect(ofTerms.flatMap(({ head }) => head.slice(1)).length).toBeGreaterThanOrEqual(39);
});

it.each(LANGUAGES)('has in %s the labels as they stand on the page, and words that its sentences use', (language) => {
  for (const { head, rows } of tables) {
    const [, ...terms] = rows.find(([tag]) => tag === `\`${language}\``) ?? [];
    head.slice(1).forEach((title, index) => {
      const [, key] = /`([\w.]+)`/.exec(title) ?? [];
      const term = terms[index] ?? '';
      if (key !== undefined) {
        expect(term, title).toBe(sentenceAt(language, key));
      } else if (title !== 'register') {
        expect(sentencesOf(language), title).toContain(term.toLowerCase());
      }
    });
  }
});
