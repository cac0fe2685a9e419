/** The answers of a real gateway to the examples, recorded by `npm run reference`. */
import { readFileSync } from 'node:fs';
import type { DocumentedOperation } from './documented-operations.ts';
import type { ExampleAnswer } from './example-run.ts';
import { exactJson } from './json-text.ts';

export const RECORDED_FILE = new URL('./recorded-answers.json', import.meta.url);

export type RecordedAnswer = Readonly<Partial<Record<DocumentedOperation, ExampleAnswer>>>;

/** Read when this module loads, because an upgrade in the same checkout replaces the file. */
const TEXT = readFileSync(RECORDED_FILE, 'utf8');

/** @param text the text of the file with the recorded answers */
export function recordedAnswers(text = TEXT): RecordedAnswer {
  const statuses = JSON.parse(text) as RecordedAnswer;
  const exact = exactJson(text) as RecordedAnswer;
  const names = Object.keys(statuses) as DocumentedOperation[];
  return Object.fromEntries(
    names.map((name) => [name, { status: statuses[name]?.status, answer: exact[name]?.answer }]),
  ) as RecordedAnswer;
}

/** Serialises the file. */
export function recordedText(recorded: RecordedAnswer): string {
  return `${JSON.stringify(recorded, null, 2)}\n`;
}
