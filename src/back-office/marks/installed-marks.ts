/** The operator's file of installed marks, which a gateway reads at its start. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { LogoError } from '../logos/index.ts';
import { MARK_FILES } from './mark-names.ts';
import { type Mark, readMark } from './read-mark.ts';

/** The compressed size of all marks together: a quarter of the payer's page without them. */
export const PACKED_BYTES_MAX = 4_096;

/** Marks by name, as text of SVG files. */
export type MarkTexts = Readonly<Record<string, string>>;

const NAMES = new Set(Object.values(MARK_FILES));

function fileIn(dataDir: string): string {
  return join(dataDir, 'marks.json');
}

/**
 * Validates each mark again, so that only drawings reach the pages, whoever wrote the file.
 *
 * @returns undefined if no marks are installed
 * @throws Error with one line for the operator
 */
export function installedMarks(dataDir: string): Readonly<Record<string, Mark>> | undefined {
  const file = fileIn(dataDir);
  if (!existsSync(file)) {
    return undefined;
  }
  try {
    const texts = JSON.parse(readFileSync(file, 'utf8')) as MarkTexts;
    const known = Object.entries(texts).filter(([name]) => NAMES.has(name));
    return Object.fromEntries(known.map(([name, text]) => [name, readMark(name, Buffer.from(text))]));
  } catch (error) {
    const reason = error instanceof LogoError ? `: ${error.message}` : '';
    throw new Error(`${file} has no usable marks${reason}. Install them again, or call turnpike marks remove.`);
  }
}

/** @returns the bytes that the marks add to a page, compressed */
export function packedBytes(marks: Readonly<Record<string, Mark>>): number {
  return deflateRawSync(JSON.stringify(Object.values(marks))).length;
}

/** Replaces all installed marks. */
export function installMarks(dataDir: string, texts: MarkTexts): void {
  const file = fileIn(dataDir);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(texts, undefined, 2)}\n`, { flush: true });
  renameSync(draft, file);
}

/** @returns whether there were any */
export function removeMarks(dataDir: string): boolean {
  const file = fileIn(dataDir);
  const had = existsSync(file);
  rmSync(file, { force: true });
  return had;
}
