/** The pages as Astro built them. */
import { existsSync } from 'node:fs';
import { type PageThread, startPageThread } from './page-thread.ts';

const BUILT = new URL('../../dist/server/entry.mjs', import.meta.url);

/** @throws Error when the pages were not built */
export function startPages(): PageThread {
  if (!existsSync(BUILT)) {
    throw new Error('The pages are not built: run npm run build.');
  }
  return startPageThread(BUILT.href);
}
