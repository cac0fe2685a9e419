/**
 * `npm run test:faults`: runs the fault tests that take too long for every change, one after another, until one fails.
 * Each prints one line with its seed and its result; the lines are repeated at the end and in `.cache/faults.txt`. The
 * caller's environment variables have priority, so that a seed or a count can be given. `npm run test:faults -- --only
 * door` runs the files with that name.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runInForeground } from './lib/node.mjs';
import { ROOT } from './lib/project.mjs';
import { runMain, StepFailure } from './lib/step.mjs';
import { setUp } from './setup.mjs';

const REPORT = join(ROOT, '.cache', 'faults.txt');

/**
 * The file and the count of each run. Files in `test/faults` run on each engine that they support.
 * @type {readonly { file: string, count: Record<string, string> }[]}
 */
const RUNS = [
  // Two hundred kills without a loss bound the chance of an undetected loss below 1.5 % a kill.
  { file: 'test/faults/kill.test.ts', count: { TURNPIKE_FAULT_KILLS: '200' } },
  // Each operation is interrupted at each point.
  { file: 'test/faults/crash-points.test.ts', count: { TURNPIKE_FAULT_POINTS: '40' } },
  { file: 'test/faults/lost-reply.test.ts', count: { TURNPIKE_FAULT_LOST: '500' } },
  { file: 'test/faults/lost-reversals.test.ts', count: { TURNPIKE_FAULT_REVERSALS: '20' } },
  { file: 'test/faults/unknown-later.test.ts', count: { TURNPIKE_FAULT_UNKNOWN: '500' } },
  // For an outage of an hour set 3600.
  { file: 'test/faults/acquirer-gone.test.ts', count: { TURNPIKE_FAULT_OUTAGE_SECONDS: '120' } },
  { file: 'test/faults/acquirer-restart.test.ts', count: {} },
  { file: 'test/faults/bad-disk.test.ts', count: { TURNPIKE_FAULT_DISK_FULL: '10', TURNPIKE_FAULT_PAGES: '40' } },
  { file: 'test/faults/database-restart.test.ts', count: { TURNPIKE_FAULT_CRASHES: '20' } },
  { file: 'test/faults/database-loss.test.ts', count: { TURNPIKE_FAULT_LOSSES: '3' } },
  { file: 'test/faults/clock-jumps.test.ts', count: { TURNPIKE_FAULT_JUMPS: '5' } },
  { file: 'test/faults/rolling-restart.test.ts', count: { TURNPIKE_FAULT_RESTARTS: '20' } },
  { file: 'test/faults/serve.test.ts', count: { TURNPIKE_FAULT_RESTARTS: '5' } },
  { file: 'test/faults/killed-supervisor.test.ts', count: {} },
  { file: 'test/faults/moving.test.ts', count: { TURNPIKE_FAULT_MOVES: '10' } },
  { file: 'test/faults/directory-changes.test.ts', count: { TURNPIKE_FAULT_CHANGES: '50' } },
  { file: 'test/faults/behind-proxy.test.ts', count: { TURNPIKE_FAULT_RESTARTS: '6' } },
  { file: 'test/faults/rolling-upgrade.test.ts', count: {} },
  { file: 'test/faults/release-before.test.ts', count: { TURNPIKE_FAULT_EXCHANGES: '20' } },
  { file: 'test/faults/restore-drill.test.ts', count: { TURNPIKE_FAULT_DRILL_ORDERS: '600' } },
  { file: 'test/faults/repeats.test.ts', count: { TURNPIKE_FAULT_ROUNDS: '200' } },
  { file: 'test/faults/races.test.ts', count: { TURNPIKE_FAULT_ROUNDS: '200', TURNPIKE_FAULT_RACES: '100' } },
  { file: 'test/faults/dead-holder.test.ts', count: {} },
  { file: 'test/faults/paused-processes.test.ts', count: { TURNPIKE_FAULT_PAUSES: '10' } },
  {
    file: 'test/faults/door.test.ts',
    count: { TURNPIKE_FAULT_DOOR_SECONDS: '8', TURNPIKE_FAULT_DOOR_SOCKETS: '10000' },
  },
  { file: 'test/adapters/notifications/outage.test.ts', count: {} },
  { file: 'test/faults/slow-receiver.test.ts', count: { TURNPIKE_FAULT_QUEUED: '10000' } },
  {
    file: 'test/core/payer-authentication/histories.test.ts',
    count: { TURNPIKE_AUTHENTICATION_HISTORIES: '5000' },
  },
  { file: 'test/model', count: { TURNPIKE_MODEL_HISTORIES: '100000' } },
  { file: 'test/mutations', count: { TURNPIKE_MUTATIONS: '1000000' } },
];

/**
 * The runs selected on the command line.
 * @throws {StepFailure} if the selection is empty
 */
function chosen() {
  const [flag, name, ...rest] = process.argv.slice(2);
  if (flag === undefined) {
    return RUNS;
  }
  const nameOf = (/** @type {string} */ file) => basename(file, '.test.ts');
  const runs = RUNS.filter(({ file }) => nameOf(file) === name);
  if (flag !== '--only' || runs.length === 0 || rest.length > 0) {
    throw new StepFailure(`It takes --only NAME, one of ${RUNS.map(({ file }) => nameOf(file)).join(', ')}.`, 2);
  }
  return runs;
}

await runMain(async () => {
  const runs = chosen();
  const node = await setUp({ pages: true });
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  rmSync(REPORT, { force: true });
  for (const { file, count } of runs) {
    // One engine after the other, since in parallel each would have half of the machine.
    const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--maxWorkers=1', file];
    const exitCode = await runInForeground(node, vitest, { ...count, ...given(count), TURNPIKE_FAULT_REPORT: REPORT });
    if (exitCode !== 0) {
      return exitCode;
    }
  }
  process.stdout.write(`\n${readFileSync(REPORT, 'utf8')}`);
  return 0;
});

/**
 * The values of these variables in the caller's environment.
 * @param {Record<string, string>} count
 * @returns {Record<string, string>}
 */
function given(count) {
  return Object.fromEntries(
    Object.keys(count).flatMap((name) => {
      const value = process.env[name];
      return value ? [[name, value]] : [];
    }),
  );
}
