/** `npm run accessibility`: runs the tests that the page about accessibility names, and writes the page. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCESSIBILITY_FILE, accessibilityPage, keyOf, type Ran } from './accessibility/accessibility-page.ts';
import { CRITERIA, type NamedTest } from './accessibility/criteria.ts';

/** What is read of the report of a run. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

const tests = CRITERIA.flatMap((criterion) => criterion.tests ?? []);
const report = run([...new Set(tests.map(({ file }) => `test/${file}`))]);
const ran = new Map(tests.map((test) => [keyOf(test), countOf(report, test)]));
const failed = tests.filter((test) => ran.get(keyOf(test))?.passed !== ran.get(keyOf(test))?.all);
const missing = tests.filter((test) => ran.get(keyOf(test))?.all === 0);
writeFileSync(ACCESSIBILITY_FILE, accessibilityPage(ran));
process.stdout.write(`${ran.size} tests named, ${failed.length} failed, ${missing.length} not found\n`);
process.exitCode = failed.length + missing.length === 0 ? 0 : 1;

function run(files: readonly string[]): Report {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-accessibility-'));
  const output = join(folder, 'report.json');
  try {
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    const args = [vitest, 'run', '--project', 'embedded', '--reporter=json', `--outputFile=${output}`, ...files];
    spawnSync(process.execPath, args, { stdio: 'inherit' });
    return JSON.parse(readFileSync(output, 'utf8')) as Report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countOf({ testResults }: Report, { file, name }: NamedTest): Ran {
  const pattern = patternOf(name);
  const results = testResults
    .filter((one) => one.name.endsWith(`/test/${file}`))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title }) => pattern.test(title));
  return { all: results.length, passed: results.filter(({ status }) => status === 'passed').length };
}

/** Of the titles of one test, run for several values: `%s` and `$name` stand for any of them. */
function patternOf(name: string): RegExp {
  const parts = name.split(/%[sij]|\$\w+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
