/**
 * `npm run test:names`: prints the name of every test that the runner collects, one a line. If its argument is a file
 * of such lines, it prints the tests that are gone, new, or moved to `npm run test:all`, so that a change that makes
 * tests faster does not lose a test unnoticed.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { output, runMain } from './lib/step.mjs';
import { setUp } from './setup.mjs';

/** Projects outside `npm test`, with the project that they extend. @type {Record<string, string>} */
const ENGINES = { faults: 'embedded', 'at-length': 'embedded' };
const IN_NPM_TEST = 'embedded';
const TAG = 'at-length';
/** The suffix to the engine's name for a test that runs only in `npm run test:all`. */
const AT_LENGTH = ', at length';

await runMain(async () => {
  const node = await setUp({ pages: true });
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-names-'));
  try {
    const all = await collected(node, join(folder, 'all.json'), []);
    const tagged = await collected(node, join(folder, 'tagged.json'), [
      '--project',
      IN_NPM_TEST,
      `--tags-filter=${TAG}`,
    ]);
    const names = namesOf(all, tagged);
    const before = process.argv[2];
    process.stdout.write(before === undefined ? lines('', names) : difference(readFileSync(before, 'utf8'), names));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
});

/**
 * Collects the tests by loading the files instead of parsing them, since each case of a table is a test.
 * @param {string} node @param {string} file Vitest writes the list to it @param {readonly string[]} args
 * @returns {Promise<Test[]>}
 */
async function collected(node, file, args) {
  const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'list', '--no-static-parse'];
  await output(node, [...vitest, ...args, `--json=${file}`]);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Names tests by engine and name alone, since a test that moves to another file is the same test.
 * @param {readonly Test[]} all @param {readonly Test[]} tagged @returns {string[]} sorted
 */
function namesOf(all, tagged) {
  const keyOf = (/** @type {Test} */ { file, name, projectName }) => `${projectName} ${file} ${name}`;
  const isTagged = new Set(tagged.map(keyOf));
  return all
    .map((test) => {
      const isLeftOut = test.projectName in ENGINES || isTagged.has(keyOf(test));
      return `${ENGINES[test.projectName] ?? test.projectName}${isLeftOut ? AT_LENGTH : ''}: ${test.name}`;
    })
    .toSorted();
}

/** @param {string} text the output of an earlier run @param {readonly string[]} names */
function difference(text, names) {
  const before = text
    .split('\n')
    .filter((line) => line !== '')
    .map(unseeded);
  const now = names.map(unseeded);
  const gone = without(before.map(plain), now.map(plain));
  const added = without(now.map(plain), before.map(plain));
  const isQuick = (/** @type {string} */ line) => line.startsWith(`${IN_NPM_TEST}: `);
  const moved = without(without(before.filter(isQuick), now.filter(isQuick)), gone);
  return [
    lines('- ', gone),
    lines('+ ', added),
    lines('> ', moved),
    `${before.length} before, ${gone.length} gone, ${added.length} new, ${moved.length} moved to test:all\n`,
  ].join('');
}

/** @param {string} line @returns {string} the line without the command that runs the test */
function plain(line) {
  return line.replace(`${AT_LENGTH}: `, ': ');
}

/** Removes numbers, keys and hashes that differ in each run or build. @param {string} line */
function unseeded(line) {
  return line
    .replace(/SEED=\d+/g, 'SEED')
    .replace(/[\w+/]{43}=/g, 'KEY')
    .replace(/\.[\w-]{8}\.(js|css)/g, '.HASH.$1');
}

/**
 * The names that occur more often in `all` than in `others`.
 * @param {readonly string[]} all @param {readonly string[]} others @returns {string[]}
 */
function without(all, others) {
  /** @type {Map<string, number>} */
  const left = new Map();
  others.forEach((name) => void left.set(name, (left.get(name) ?? 0) + 1));
  return all.filter((name) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}

/** @param {string} mark @param {readonly string[]} names */
function lines(mark, names) {
  return names.map((name) => `${mark}${name}\n`).join('');
}

/** @typedef {{ file: string, name: string, projectName: string }} Test */
