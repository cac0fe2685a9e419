/**
 * Every state of every page with sample data, for whoever designs them, on the project's Node:
 *
 *   node scripts/sample-pages.mjs dev        as their sources are now, and again at every save
 *   node scripts/sample-pages.mjs preview    as they are built
 *
 * What follows, as `--port 4400`, is Astro's.
 */
import { join } from 'node:path';
import { runInForeground } from './lib/node.mjs';
import { runMain } from './lib/step.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  const [command = 'dev', ...options] = process.argv.slice(2);
  const node = await setUp({ pages: command === 'preview' });
  const astro = join('node_modules', 'astro', 'bin', 'astro.mjs');
  return runInForeground(node, [astro, command, ...options], { ASTRO_TELEMETRY_DISABLED: '1' });
});
