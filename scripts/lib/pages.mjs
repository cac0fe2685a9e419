/** Builds the payer's pages (Astro) when any of their sources has changed. */
import { join } from 'node:path';
import { isInUse, versionOf } from './built-folders.mjs';
import { withLock } from './lock.mjs';
import { output, step } from './step.mjs';

/** @param {string} node the project's Node @returns {Promise<boolean>} whether the pages were built now */
export async function buildPages(node) {
  if (isInUse(versionOf())) {
    return false;
  }
  return withLock(async () => {
    if (isInUse(versionOf())) {
      return false;
    }
    await step('Building pages', () =>
      // `astro.config.mjs` chooses a folder for this version, and puts it into use once it is complete.
      output(node, [join('node_modules', 'astro', 'bin', 'astro.mjs'), 'build'], {
        env: { ASTRO_TELEMETRY_DISABLED: '1' },
      }),
    );
    return true;
  });
}
