/**
 * `npm run test:faults`: the runs that take too long for every change, one after another, stopping at the first that fails. Each
 * prints its seed; a variable that is set already is left as it is, so that a seed or a count can be given.
 */
import { join } from 'node:path';
import { runInForeground } from './lib/node.mjs';
import { runMain } from './lib/step.mjs';
import { setUp } from './setup.mjs';

/** What each runs, and how often. */
const RUNS = [
  // Two hundred kills without a loss leave less than 1.5 % a kill unseen.
  { file: 'test/faults/kill.test.ts', count: { TURNPIKE_FAULT_KILLS: '200' } },
  { file: 'test/model', count: { TURNPIKE_MODEL_HISTORIES: '100000' } },
  { file: 'test/mutations', count: { TURNPIKE_MUTATIONS: '1000000' } },
];

await runMain(async () => {
  const node = await setUp({ pages: true });
  for (const { file, count } of RUNS) {
    const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', file];
    const exitCode = await runInForeground(node, vitest, { ...count, ...given(count) });
    if (exitCode !== 0) return exitCode;
  }
  return 0;
});

/** Of these variables those that are set already. */
function given(count) {
  return Object.fromEntries(
    Object.keys(count).flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
}
