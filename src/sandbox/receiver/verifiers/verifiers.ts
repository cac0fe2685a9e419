/**
 * The verifiers that the page shows for copying. Each is a separate file, shown unchanged, so that the tested code is
 * the shown code.
 */
import { readFileSync } from 'node:fs';

export interface Verifier {
  readonly language: string;
  readonly file: string;
  readonly source: string;
}

export const VERIFIERS: readonly Verifier[] = [
  { language: 'JavaScript', file: 'verify.mjs', source: readVerifier('verify.mjs') },
  { language: 'TypeScript', file: 'verify.ts', source: readVerifier('verify.ts') },
  { language: 'PHP', file: 'verify.php', source: readVerifier('verify.php') },
  { language: 'Python', file: 'verify.py', source: readVerifier('verify.py') },
];

function readVerifier(file: string): string {
  return readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
}
