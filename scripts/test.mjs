/**
 * `npm test`: every behaviour on the embedded engine, from nothing, stopping at the first step that fails. With
 * arguments, which go to Vitest, it runs what they name and leaves the checks out.
 */
import { findBrowser } from './lib/browser.mjs';
import { runChecks } from './lib/checks.mjs';
import { projectNode } from './lib/node.mjs';
import { installPackages } from './lib/packages.mjs';
import { buildPages } from './lib/pages.mjs';
import { runMain, step } from './lib/step.mjs';
import { closingLine } from './lib/tally.mjs';
import { runTests } from './lib/tests.mjs';

/** On the embedded engine. `npm run test:all` runs the rest. */
const EMBEDDED = ['--project', 'embedded'];
/** Where a file is named, it may be one of the fault runs. */
const NAMED = [...EMBEDDED, '--project', 'faults'];

await runMain(async () => {
  const args = process.argv.slice(2);
  await installPackages();
  const node = projectNode();
  const browser = await step('Finding a browser', () => findBrowser(node));
  if (args.length === 0) {
    await runChecks(node);
  }
  await buildPages(node);
  const env = { CHROMIUM_PATH: browser };
  const { exitCode, ...counts } = await runTests(node, vitestArgs(args), env);
  process.stdout.write(closingLine(counts));
  return exitCode;
});

/** @param {readonly string[]} args as the person gave them */
function vitestArgs(args) {
  if (args.length === 0) {
    return EMBEDDED;
  }
  return args.some((arg) => arg.startsWith('--project')) ? args : [...NAMED, ...args];
}
