/** Runs the test of a drill once for each set of its options, and reads the figures that the runs report. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { runTests } from './tests.mjs';

/** @typedef {{ readonly environment: Readonly<Record<string, string>>, readonly seed: string | undefined }} DrillRun */

/**
 * @param {string} node the project's Node
 * @param {string} name of the test `test/faults/NAME.test.ts`
 * @param {readonly DrillRun[]} runs further ones are left out once a run was stopped by a signal
 * @returns the worst exit code, and the reported figures of all runs
 */
export async function runDrills(node, name, runs) {
  const report = join(ROOT, '.cache', `${name}.jsonl`);
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  let exitCode = 0;
  for (const { environment, seed } of runs) {
    const run = await runTests(
      node,
      ['--project', 'faults', '--maxWorkers=1', join('test', 'faults', `${name}.test.ts`)],
      {
        ...environment,
        TURNPIKE_FAULT_DRILL_REPORT: report,
        ...(seed !== undefined && { TURNPIKE_FAULT_SEED: seed }),
      },
    );
    exitCode = Math.max(exitCode, run.exitCode);
    if (run.isStopped) {
      break;
    }
  }
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
  return { exitCode, figures: lines.map((line) => JSON.parse(line)) };
}
