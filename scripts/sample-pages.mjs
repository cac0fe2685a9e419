/**
 * Serves every state of every page with sample data, for designers:
 *
 *   node scripts/sample-pages.mjs dev        from their current sources, rebuilt at every save
 *   node scripts/sample-pages.mjs preview    as they are built
 *
 * Further arguments, such as `--port 4400`, are passed to Astro.
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
