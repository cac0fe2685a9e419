/**
 * Sets the project up, and runs one of its files on the project's Node:
 *
 *   node scripts/run.mjs [--pages] [--tools] [FILE [arguments …]]
 *
 * `--pages` also builds the payer's pages. `--tools` also installs the packages for checks, tests and measurements.
 * Without a file, only the set-up is done.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GATEWAY_ENVIRONMENT, GATEWAY_NODE_OPTIONS } from '../src/start/node-options.mjs';
import { runInForeground } from './lib/node.mjs';
import { ROOT } from './lib/project.mjs';
import { runMain, StepFailure } from './lib/step.mjs';
import { setUp } from './setup.mjs';

const GATEWAY = 'src/server.ts';

await runMain(async () => {
  const args = process.argv.slice(2);
  const taken = (/** @type {string} */ option) => args[0] === option && args.shift() === option;
  const pages = taken('--pages');
  const tools = taken('--tools');
  const node = await setUp({ pages, tools });
  const file = args[0];
  if (file === undefined) {
    return 0;
  }
  if (!existsSync(join(ROOT, file))) {
    throw new StepFailure(`There is no ${file} in this checkout.`);
  }
  if (file !== GATEWAY) {
    return runInForeground(node, args);
  }
  return runInForeground(node, [...GATEWAY_NODE_OPTIONS, ...args], GATEWAY_ENVIRONMENT);
});
