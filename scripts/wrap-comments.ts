/**
 * Keeps comments within 120 columns. The formatter does so for code and markup, but not for comments.
 *
 *   node scripts/wrap-comments.ts            wraps comments that are too wide
 *   node scripts/wrap-comments.ts --check    names each line that is too wide, and fails if there is one
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COLUMNS_MAX, wideComments, wrapComments } from './lib/comments.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const WIDE_FILES = /\.(ts|tsx|mjs|astro|css)$/;

function main(isCheck: boolean): number {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8' });
  if (listed.status !== 0) {
    throw new Error(listed.stderr);
  }
  let problems = 0;
  for (const file of listed.stdout.split('\0').filter((one) => WIDE_FILES.test(one))) {
    const before = read(file);
    if (wideComments(before, file).length === 0) {
      continue;
    }
    const text = isCheck ? before : wrapComments(before, file);
    if (text !== before) {
      writeFileSync(ROOT + file, text);
    }
    for (const line of wideComments(text, file)) {
      process.stderr.write(`${file}:${line} has a comment beyond column ${COLUMNS_MAX}\n`);
      problems += 1;
    }
  }
  return problems === 0 ? 0 : 1;
}

/** A file that is deleted but not yet committed is still listed. */
function read(file: string): string {
  try {
    return readFileSync(ROOT + file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return '';
    }
    throw error;
  }
}

process.exitCode = main(process.argv.includes('--check'));
