/** Fails if a primitive constant of a module is not in CAPITALS, which the linter cannot check by value. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A declaration on one line, whose value is a number, a product of numbers, or a plain text. */
const PRIMITIVE = /^(?:export )?const ([a-z]\w*)(?:: \w+)? = (?:-?\d[\d_.]*(?: \*\*? \d[\d_.]*)*|'[^']*');$/gm;

/** @param source the source text of a module @returns the names that are not in CAPITALS */
export function misspelt(source: string): string[] {
  return [...source.matchAll(PRIMITIVE)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = execFileSync('git', ['ls-files', 'src', 'test', 'bench', 'scripts', 'packages'], {
    encoding: 'utf8',
  }).split('\n');
  const found = files
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && existsSync(file))
    .flatMap((file) => misspelt(readFileSync(file, 'utf8')).map((name) => `${file}: const ${name}`));
  if (found.length > 0) {
    console.log([...found, 'A primitive constant of a module is written in CAPITALS.'].join('\n'));
    process.exitCode = 1;
  }
}
