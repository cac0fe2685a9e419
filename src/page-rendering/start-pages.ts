/** The pages as Astro built them. */
import { existsSync } from 'node:fs';
import { type PageThread, startPageThread } from './page-thread.ts';

const BUILT = new URL('../../dist/server/entry.mjs', import.meta.url);

/** @param path of what the build makes @throws Error when it is not there */
export function requireBuilt(path: string | URL): void {
  if (!existsSync(path)) {
    throw new Error('The pages are not built: run npm run build.');
  }
}

/** @throws Error when the pages were not built */
export function startPages(): PageThread {
  requireBuilt(BUILT);
  return startPageThread(BUILT.href);
}
