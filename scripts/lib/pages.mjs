/** Builds the payer's pages (Astro) when any of their sources has changed. */
import { join } from 'node:path';
import { fingerprint, removeStamp, stampIs, writeStamp } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { ROOT } from './project.mjs';
import { output, step } from './step.mjs';

/** All sources of the built pages, the versions of their packages included. */
export const PAGE_SOURCES = [
  'src/pages',
  'src/layouts',
  'src/components',
  'src/styles',
  'src/text',
  'src/contract',
  'src/views',
  'src/merchant-scripts',
  'src/docs/docs-page.ts',
  'public',
  'astro.config.mjs',
  'package-lock.json',
];

const stampFile = join(ROOT, 'dist', '.turnpike-stamp');
const fresh = () => stampIs(stampFile, fingerprint(ROOT, PAGE_SOURCES));

/** @param {string} node the project's Node @returns {Promise<boolean>} whether it built them */
export async function buildPages(node) {
  if (fresh()) {
    return false;
  }
  return withLock(async () => {
    if (fresh()) {
      return false;
    }
    await step('Building pages', async () => {
      // Computed before the build: a file saved during it makes the next start build again.
      const built = fingerprint(ROOT, PAGE_SOURCES);
      removeStamp(stampFile);
      await output(node, [join('node_modules', 'astro', 'bin', 'astro.mjs'), 'build'], {
        env: { ASTRO_TELEMETRY_DISABLED: '1' },
      });
      writeStamp(stampFile, built);
    });
    return true;
  });
}
