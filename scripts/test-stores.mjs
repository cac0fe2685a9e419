/**
 * `npm run test:stores`: runs the tests on PostgreSQL in three schemas of each database, under roles that see one
 * schema each. Where `CITUS_URL` names a database, as an administrator, each test gets a schema there. Arguments select
 * files.
 */
import { findBrowsers } from './lib/browser.mjs';
import { projectNode } from './lib/node.mjs';
import { installPackages } from './lib/packages.mjs';
import { buildPages } from './lib/pages.mjs';
import { runMain, step } from './lib/step.mjs';
import { closingLine } from './lib/tally.mjs';
import { runTests, TWO_WORKERS } from './lib/tests.mjs';

await runMain(async () => {
  await installPackages();
  const node = projectNode();
  const browsers = await step('Finding a browser', () => findBrowsers(node));
  await buildPages(node);
  const args = ['--project', 'postgres', TWO_WORKERS, ...process.argv.slice(2)];
  const { exitCode, ...counts } = await runTests(node, args, { ...browsers, TURNPIKE_STORES: '3' });
  process.stdout.write(closingLine(counts));
  return exitCode;
});
