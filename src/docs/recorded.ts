/** The answers of a real gateway to the examples, as `npm run reference` recorded them. */
import { readFileSync } from 'node:fs';
import type { DocumentedOperation } from './documented.ts';
import type { Answered } from './example-run.ts';
import { exactJson } from './json-text.ts';

export const RECORDED_FILE = new URL('./recorded-answers.json', import.meta.url);

export type RecordedAnswer = Readonly<Partial<Record<DocumentedOperation, Answered>>>;

/** Read with this module, because an upgrade in the same checkout replaces the file. */
const TEXT = readFileSync(RECORDED_FILE, 'utf8');

/** @param text of the file */
export function recordedAnswers(text = TEXT): RecordedAnswer {
  const statuses = JSON.parse(text) as RecordedAnswer;
  const exact = exactJson(text) as RecordedAnswer;
  const names = Object.keys(statuses) as DocumentedOperation[];
  return Object.fromEntries(
    names.map((name) => [name, { status: statuses[name]?.status, answer: exact[name]?.answer }]),
  ) as RecordedAnswer;
}

/** The text of the file. */
export function recordedText(recorded: RecordedAnswer): string {
  return `${JSON.stringify(recorded, null, 2)}\n`;
}
