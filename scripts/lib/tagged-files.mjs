/** Finds the test files that may contain a test with a tag, so that a run of tagged tests does not load other files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './project.mjs';

const TESTS = join(ROOT, 'test');
const IS_TEST = /\.test\.tsx?$/;
const IMPORTS = /from '(\.{1,2}\/[\w./-]+)'/g;

/**
 * A test has its tag from a comment in its file, or from a test module that the file imports, directly or indirectly.
 *
 * @param {string} tag
 * @returns {string[]} paths from the project's root
 */
export function taggedFiles(tag) {
  /** @type {Map<string, { isTagged: boolean, imported: string[] }>} */
  const known = new Map();
  /** @param {string} file */
  const read = (file) => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const imported = [...text.matchAll(IMPORTS)].map(([, path = '']) => join(dirname(file), path));
    const found = { isTagged: text.includes(tag), imported: imported.filter((one) => one.startsWith(TESTS)) };
    known.set(file, found);
    return found;
  };
  /** @param {string} file */
  const isTagged = (file) => {
    const reached = new Set([file]);
    for (const one of reached) {
      const found = known.get(one) ?? read(one);
      if (found.isTagged) {
        return true;
      }
      found.imported.forEach((next) => void reached.add(next));
    }
    return false;
  };
  return readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => IS_TEST.test(name))
    .map((name) => join(TESTS, name))
    .filter(isTagged)
    .map((file) => relative(ROOT, file));
}
