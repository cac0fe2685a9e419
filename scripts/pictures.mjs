/**
 * `npm run pictures`: takes again the pictures of pages that the tests compare with. Look at what git shows of them
 * before they are committed.
 */
import { join } from 'node:path';
import { findBrowsers } from './lib/browser.mjs';
import { runInForeground } from './lib/node.mjs';
import { runMain } from './lib/step.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  const node = await setUp({ pages: true });
  return runInForeground(node, [join('scripts', 'pictures', 'take-pictures.ts')], await findBrowsers(node));
});
