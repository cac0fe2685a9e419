/**
 * The verifiers that the page shows for copying. Each is a separate file, shown unchanged, so that the tested code is
 * the shown code.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

export interface Verifier {
  readonly language: string;
  readonly file: string;
  readonly source: string;
}

export const VERIFIERS: readonly Verifier[] = [
  readVerifier('JavaScript', new URL('./verify.mjs', import.meta.url)),
  readVerifier('TypeScript', new URL('./verify.ts', import.meta.url)),
  readVerifier('PHP', new URL('./verify.php', import.meta.url)),
  readVerifier('Python', new URL('./verify.py', import.meta.url)),
];

function readVerifier(language: string, file: URL): Verifier {
  return { language, file: basename(file.pathname), source: readFileSync(file, 'utf8') };
}
