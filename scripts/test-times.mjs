/**
 * `npm run test:times`: the processor time of each folder of tests in the last whole `npm test` against its budget in
 * `test/budget.json`, and the seconds of the last `npm run test:all`. It is informative and fails no check.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/project.mjs';
import { runMain, StepFailure } from './lib/step.mjs';
import { byFolder, readTimes } from './lib/test-times.mjs';

const QUICK = 'npm test';
const FILES_SHOWN = 10;

await runMain(async () => {
  const { [QUICK]: files, ...others } = readTimes();
  if (files === undefined) {
    throw new StepFailure('No whole run of npm test is known yet.');
  }
  /** @type {Record<string, number>} */
  const budget = JSON.parse(readFileSync(join(ROOT, 'test', 'budget.json'), 'utf8'));
  const folders = byFolder(files, budget);
  const rows = folders.map((one) => [
    one.folder,
    fixed(one.processorSeconds),
    String(one.budget),
    fixed(one.seconds),
    one.processorSeconds > one.budget ? 'over' : '',
  ]);
  const sum = (/** @type {(one: typeof folders[number]) => number} */ of) =>
    folders.reduce((total, one) => total + of(one), 0);
  const budgeted = Object.values(budget).reduce((total, one) => total + one, 0);
  const total = [
    'all',
    fixed(sum(({ processorSeconds }) => processorSeconds)),
    String(budgeted),
    fixed(sum(({ seconds }) => seconds)),
    sum(({ processorSeconds }) => processorSeconds) > budgeted ? 'over' : '',
  ];
  print(`${QUICK}, in seconds`, [['folder', 'processor', 'budget', 'worker', ''], ...rows, total]);
  const dearest = files.toSorted((one, other) => other.processorMs - one.processorMs).slice(0, FILES_SHOWN);
  print('The dearest files', dearest.map(rowOf));
  const runs = Object.entries(others).map(([title, all]) => [
    title,
    fixed(all.reduce((s, { ms }) => s + ms / 1_000, 0)),
  ]);
  print('npm run test:all, in seconds of a worker', runs);
  return 0;
});

/** @param {import('./lib/test-times.mjs').FileTime} time */
function rowOf({ file, ms, processorMs }) {
  return [file, fixed(processorMs / 1_000), '', fixed(ms / 1_000)];
}

/** @param {number} seconds */
function fixed(seconds) {
  return seconds.toFixed(1);
}

/**
 * The first column is left-aligned, the others right-aligned.
 * @param {string} title @param {readonly (readonly string[])[]} rows
 */
function print(title, rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  process.stdout.write(`${title}\n${lines.map((line) => `  ${line.trimEnd()}\n`).join('')}\n`);
}
