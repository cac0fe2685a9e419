/** Starts the page thread with the pages that Astro built. */
import { existsSync } from 'node:fs';
import { builtFile, keepBuilt } from '../built-file.ts';
import { type PageThread, startPageThread } from './page-thread.ts';

/**
 * @param path an output of the build
 * @throws Error if it does not exist
 */
export function requireBuilt(path: string | URL): void {
  if (!existsSync(path)) {
    throw new Error('The pages are not built: run npm run build.');
  }
}

/** @throws Error when the pages were not built */
export function startPages(): PageThread {
  const entry = builtFile('server/entry.mjs');
  requireBuilt(entry);
  keepBuilt();
  return startPageThread(entry.href);
}
