/** Search over operations, fields, errors and gateway codes. A result contains every word of the query. */
import { CAUSES, VALIDATION } from '../../contract/errors/causes.ts';
import { STATUSES } from '../../contract/errors/statuses.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { ErrorHit, FieldHit, FieldRow, SearchResult } from '../../web/views/docs/index.ts';
import { DOCUMENTED_OPERATIONS, type DocumentedOperation } from './documented-operations.ts';
import { EXPLANATIONS } from './explanations.ts';
import { CODE_REMEDIES } from './gateway-code-remedies.ts';
import { answerRows, requestRows } from './reference.ts';

/** Maximum length of a query: longer than any field's path. The rest of a longer query is ignored. */
export const QUESTION_CHARACTERS_MAX = 100;
/** Maximum number of fields on the page, which also shows the total. */
export const FIELDS_SHOWN_MAX = 60;

export function wordsOf(question: string): readonly string[] {
  return question.slice(0, QUESTION_CHARACTERS_MAX).toLowerCase().split(/\s+/).filter(Boolean);
}

export function search(question: string): SearchResult {
  const words = wordsOf(question);
  if (words.length === 0) {
    return { operations: [], errors: [], fields: [], fieldsCount: 0 };
  }
  const has = (text: string) => words.every((word) => text.includes(word));
  const fields = entries().fields.filter(({ text }) => has(text));
  const ranked = fields
    .map(({ hit }) => ({ hit, rank: rankOf(hit.path.toLowerCase(), words) }))
    .sort((a, b) => a.rank - b.rank || (a.hit.path < b.hit.path ? -1 : 1));
  return {
    operations: DOCUMENTED_OPERATIONS.filter((name) => has(operationText(name))),
    errors: entries().errors.flatMap(({ hit, text }) => (has(text) ? [hit] : [])),
    fields: ranked.slice(0, FIELDS_SHOWN_MAX).map(({ hit }) => hit),
    fieldsCount: fields.length,
  };
}

/**
 * Ranks an exact path first, then a field of that name, then a path that contains the words, then a description that
 * contains them.
 */
function rankOf(path: string, words: readonly string[]): number {
  const question = words.join(' ');
  if (path === question) {
    return 0;
  }
  if (path.endsWith(`.${question}`)) {
    return 1;
  }
  return words.every((word) => path.includes(word)) ? 2 : 3;
}

function operationText(name: DocumentedOperation): string {
  const { title, doc, path } = OPERATIONS[name];
  return `${name} ${title} ${doc} ${path}`.toLowerCase();
}

interface Entry<Hit> {
  readonly hit: Hit;
  readonly text: string;
}

interface Entries {
  readonly fields: readonly Entry<FieldHit>[];
  readonly errors: readonly Entry<ErrorHit>[];
}

let cachedEntries: Entries | undefined;

/** Created at the first search, to save memory in gateways without searches. */
function entries(): Entries {
  cachedEntries ??= { fields: fieldEntries(), errors: errorEntries() };
  return cachedEntries;
}

function fieldEntries(): Entry<FieldHit>[] {
  const byPath = new Map<string, { row: FieldRow; requests: DocumentedOperation[]; answers: DocumentedOperation[] }>();
  const note = (row: FieldRow, side: 'requests' | 'answers', name: DocumentedOperation) => {
    const entry = byPath.get(row.path) ?? { row, requests: [], answers: [] };
    entry[side].push(name);
    byPath.set(row.path, entry);
  };
  for (const name of DOCUMENTED_OPERATIONS) {
    for (const row of requestRows(name)) {
      note(row, 'requests', name);
    }
    for (const row of answerRows(name)) {
      note(row, 'answers', name);
    }
  }
  return [...byPath.values()].map(({ row, ...where }) => ({
    hit: { path: row.path, type: row.type, doc: row.doc, ...where },
    text: `${row.path} ${row.type} ${row.doc} ${row.values.join(' ')}`.toLowerCase(),
  }));
}

function errorEntries(): Entry<ErrorHit>[] {
  const named = (name: string, { meaning, mend }: { meaning: string; mend: string }): Entry<ErrorHit> => ({
    hit: { name, meaning, anchor: name },
    text: `${name} ${meaning} ${mend}`.toLowerCase(),
  });
  return [
    ...Object.entries(CAUSES).map(([name, remedy]) => named(name, remedy)),
    ...Object.entries(VALIDATION).map(([name, remedy]) => named(name, remedy)),
    ...CODE_REMEDIES.map((remedy) => named(remedy.code, remedy)),
    ...STATUSES.map(({ status, explanation, ...remedy }) => ({
      hit: { name: status.toString(), meaning: remedy.meaning, anchor: `status-${status}` },
      text: `${status} ${explanation} ${remedy.meaning} ${remedy.mend}`.toLowerCase(),
    })),
    ...EXPLANATIONS.map(({ anchor, explanation, when }) => ({
      hit: { name: explanation, meaning: when, anchor },
      text: `${explanation} ${when}`.toLowerCase(),
    })),
  ];
}
