import { expect, it } from 'vitest';
import { loadScript } from './module.ts';

interface Report {
  passed: number;
  failed: number;
  failures: readonly string[];
}

const { tally, failuresOf, closingLine } = await loadScript<{
  tally(report: Report | undefined, exitCode: number): Report;
  failuresOf(runs: readonly { title: string; failures: readonly string[] }[]): string;
  closingLine(counts: Omit<Report, 'failures'>): string;
}>('lib/tally.mjs');

const ENDED_BADLY = ['✗ no test failed, and Vitest ended with exit code 7'];

it.each([
  ['all passed', { passed: 2, failed: 0, failures: [] }, 0, { passed: 2, failed: 0, failures: [] }],
  ['one failed', { passed: 1, failed: 1, failures: ['✗ a'] }, 1, { passed: 1, failed: 1, failures: ['✗ a'] }],
  [
    'the run ended badly, though no test had failed',
    { passed: 1, failed: 0, failures: [] },
    7,
    { passed: 1, failed: 1, failures: ENDED_BADLY },
  ],
  ['there is no report', undefined, 7, { passed: 0, failed: 1, failures: ENDED_BADLY }],
])('the tally ends in 0 failed only if the run succeeded: %s', (_, report, exitCode, expected) => {
  expect(tally(report, exitCode)).toEqual(expected);
});

it('the failures of several runs are printed below the titles of their runs', () => {
  const runs = [
    { title: 'On PostgreSQL', failures: ['✗ one', '✗ other'] },
    { title: 'Faults', failures: [] },
    { title: 'Random tests', failures: ['✗ third'] },
  ];
  expect(failuresOf(runs)).toBe('Failed in "On PostgreSQL":\n✗ one\n✗ other\nFailed in "Random tests":\n✗ third\n');
  expect(failuresOf(runs.slice(1, 2))).toBe('');
});

it('the closing line stands alone on its line', () => {
  expect(closingLine({ passed: 12, failed: 3 })).toBe('12 passed, 3 failed\n');
});
