/** The documentation as files: every page that a reader of the repository finds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface DocPage {
  /** Path relative to the repository, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

const BESIDE = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];

export const DOC_PAGES: readonly DocPage[] = [...BESIDE, ...filesBelow('docs', '.md')].map((file) => ({
  file,
  text: readFileSync(join(ROOT, file), 'utf8'),
}));

/** @throws Error if there is no such page */
export function docPage(file: string): string {
  const found = DOC_PAGES.find((one) => one.file === file);
  if (found === undefined) {
    throw new Error(`There is no page ${file}.`);
  }
  return found.text;
}

/** Files of a folder, recursively. */
export function filesBelow(folder: string, end: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .sort();
}

const FENCED = /^ *```(\w*)\n(.*?)^ *```$/gms;

/** The code blocks of a language. */
export function codeBlocks(text: string, language: string): string[] {
  return [...text.matchAll(FENCED)].filter(([, name]) => name === language).map(([, , code = '']) => code);
}

/** The text without code: brackets in code are not links. */
export function proseOf(text: string): string {
  return text.replace(FENCED, '').replace(/`[^`]*`/g, (code) => code.replace(/[[\]()]/g, ' '));
}
