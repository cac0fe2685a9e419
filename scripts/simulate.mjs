/**
 * `npm run simulate -- --seeds N`: runs N simulated histories on all cores. `-- --seed S` prints one history step by
 * step. `docs/decisions/33-tests-and-simulation.md` describes them.
 */
import { join } from 'node:path';
import { runInForeground } from './lib/node.mjs';
import { runMain } from './lib/step.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  const node = await setUp({ pages: false });
  return runInForeground(node, [join('test', 'simulation', 'run.ts'), ...process.argv.slice(2)]);
});
