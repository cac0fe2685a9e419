import { expect, it } from 'vitest';
import { loadScript } from './module.ts';

const { tally } = await loadScript<{
  tally(report: object | undefined, exitCode: number): { passed: number; failed: number };
}>('lib/tally.mjs');

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});

it.each([
  ['all passed', { numPassedTests: 2, numFailedTests: 0, testResults: [file('passed', 'passed', 'passed')] }, 0, 2, 0],
  ['one failed', { numPassedTests: 1, numFailedTests: 1, testResults: [file('failed', 'passed', 'failed')] }, 1, 1, 1],
  [
    'a file did not load',
    { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed'), file('failed')] },
    1,
    1,
    1,
  ],
  [
    'an error belongs to no test',
    { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed')] },
    1,
    1,
    1,
  ],
  ['there is no report', undefined, 1, 0, 1],
])('counts so that a failed run never ends in 0 failed: %s', (_what, report, exitCode, passed, failed) => {
  expect(tally(report, exitCode)).toEqual({ passed, failed });
});
