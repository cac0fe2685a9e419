/**
 * `npm run test:names`: the name of every test, one a line, by what the runner collects. With a file of such lines as
 * its argument it prints what is gone and what is new instead: a change that makes tests faster loses none unseen.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { output, runMain } from './lib/step.mjs';
import { setUp } from './setup.mjs';

/** Projects on the embedded engine that `npm test` leaves out. @type {Record<string, string>} */
const ENGINES = { faults: 'embedded', 'at-length': 'embedded' };

await runMain(async () => {
  const node = await setUp({ pages: true });
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-names-'));
  try {
    const list = join(folder, 'tests.json');
    // Loaded, not read: a table's every case is a test.
    const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'list', '--no-static-parse'];
    await output(node, [...vitest, `--json=${list}`]);
    const names = namesIn(readFileSync(list, 'utf8'));
    const before = process.argv[2];
    process.stdout.write(before === undefined ? lines('', names) : difference(readFileSync(before, 'utf8'), names));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
});

/**
 * By engine and name alone: a test that moves to another file is the same test.
 * @param {string} text
 * @returns {string[]} sorted
 */
function namesIn(text) {
  /** @type {{ name: string, projectName: string }[]} */
  const tests = JSON.parse(text);
  return tests.map(({ name, projectName }) => `${ENGINES[projectName] ?? projectName}: ${name}`).toSorted();
}

/** @param {string} text of an earlier run @param {readonly string[]} names */
function difference(text, names) {
  const before = text.split('\n').filter((line) => line !== '');
  const gone = without(before, names);
  const added = without(names, before);
  return `${lines('- ', gone)}${lines('+ ', added)}${before.length} before, ${gone.length} gone, ${added.length} new\n`;
}

/**
 * Names may stand several times. @param {readonly string[]} all @param {readonly string[]} others @returns {string[]}
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
