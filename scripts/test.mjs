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

/** What `npm run test:all` runs besides. */
const ALL = ['--project', 'embedded'];

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
  const { exitCode, ...counts } = await runTests(node, args.length === 0 ? ALL : args, env);
  process.stdout.write(closingLine(counts));
  return exitCode;
});
