/** Builds the payer's pages (Astro) when anything that they are made of has changed. */
import { join } from 'node:path';
import { fingerprint, removeStamp, stampIs, writeStamp } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { ROOT } from './project.mjs';
import { output, step } from './step.mjs';

/** Everything that ends up in the built pages, the versions of their packages included. */
export const PAGE_SOURCES = [
  'src/pages',
  'src/layouts',
  'src/components',
  'src/styles',
  'src/text',
  'src/contract',
  'src/checkout/checkout-page.ts',
  'src/docs/docs-page.ts',
  'public',
  'astro.config.mjs',
  'package-lock.json',
];

const stampFile = join(ROOT, 'dist', '.turnpike-stamp');
const fresh = () => stampIs(stampFile, fingerprint(ROOT, PAGE_SOURCES));

/** @param {string} node the project's Node @returns {Promise<boolean>} whether there was anything to build */
export async function buildPages(node) {
  if (fresh()) {
    return false;
  }
  return withLock(async () => {
    if (fresh()) {
      return false;
    }
    await step('Building pages', async () => {
      // Taken before the build: a file saved while it runs makes the next start build again.
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
