/**
 * `npm run pictures`: retakes the pictures with which the tests compare pages. Inspect their changes in git before
 * committing them. `npm run contact-sheets`: draws the sheets of `docs/pages.md`; with `-- --all` it takes every page
 * at full size in every look instead.
 */
import { join } from 'node:path';
import { findBrowsers } from './lib/browser.mjs';
import { runInForeground } from './lib/node.mjs';
import { runMain } from './lib/step.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  const [what = 'take-pictures', ...options] = process.argv.slice(2);
  const node = await setUp({ pages: true });
  return runInForeground(node, [join('scripts', 'pictures', `${what}.ts`), ...options], await findBrowsers(node));
});
