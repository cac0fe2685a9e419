import { expect, it } from 'vitest';
import { loadScript } from './module.ts';

interface Counts {
  passed: number;
  failed: number;
}

const { tally, closingLine } = await loadScript<{
  tally(report: Counts | undefined, exitCode: number): Counts;
  closingLine(counts: Counts): string;
}>('lib/tally.mjs');

it.each([
  ['all passed', { passed: 2, failed: 0 }, 0, 2, 0],
  ['one failed', { passed: 1, failed: 1 }, 1, 1, 1],
  ['the run ended badly, though no test had failed', { passed: 1, failed: 0 }, 1, 1, 1],
  ['there is no report', undefined, 1, 0, 1],
])('the tally ends in 0 failed only if the run succeeded: %s', (_, report, exitCode, passed, failed) => {
  expect(tally(report, exitCode)).toEqual({ passed, failed });
});

it('the closing line stands alone on its line', () => {
  expect(closingLine({ passed: 12, failed: 3 })).toBe('12 passed, 3 failed\n');
});
