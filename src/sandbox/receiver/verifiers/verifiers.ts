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
  { language: 'JavaScript', file: 'verify.mjs', source: read('verify.mjs') },
  { language: 'TypeScript', file: 'verify.ts', source: read('verify.ts') },
  { language: 'PHP', file: 'verify.php', source: read('verify.php') },
  { language: 'Python', file: 'verify.py', source: read('verify.py') },
];

function read(file: string): string {
  return readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');
}
