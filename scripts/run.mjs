/**
 * Sets the project up, and runs one of its files on the project's Node:
 *
 *   node scripts/run.mjs [--pages | --program] [--tools] [FILE [arguments …]]
 *
 * `--pages` also builds the payer's pages. `--program` builds them and bundles the program, and runs the gateway from
 * its bundle. `--tools` also installs the packages for checks, tests and measurements. Without a file, only the set-up
 * is done.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GATEWAY_ENVIRONMENT, GATEWAY_NODE_OPTIONS } from '../src/start/node-options.mjs';
import { runInForeground } from './lib/node.mjs';
import { ROOT } from './lib/project.mjs';
import { runMain, StepFailure } from './lib/step.mjs';
import { setUp, setUpProgram } from './setup.mjs';

const GATEWAY = 'src/server.ts';

await runMain(async () => {
  const args = process.argv.slice(2);
  const taken = (/** @type {string} */ option) => args[0] === option && args.shift() === option;
  const pages = taken('--pages');
  const program = taken('--program');
  const tools = taken('--tools');
  const [source, ...rest] = args;
  if (source !== undefined && !existsSync(join(ROOT, source))) {
    throw new StepFailure(`There is no ${source} in this checkout.`);
  }
  const { node, file } = program
    ? await setUpProgram(source ?? GATEWAY, { tools })
    : { node: await setUp({ pages, tools }), file: source };
  if (source === undefined || file === undefined) {
    return 0;
  }
  return source === GATEWAY
    ? runInForeground(node, [...GATEWAY_NODE_OPTIONS, file, ...rest], GATEWAY_ENVIRONMENT)
    : runInForeground(node, [file, ...rest]);
});
