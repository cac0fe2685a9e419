/**
 * The folders of built pages and of the bundle that this process started with. A later build uses other folders, and
 * does not change these (`scripts/lib/built-folders.mjs`).
 */
import { readFileSync } from 'node:fs';
import { keepBundle, keepFolder } from '../platform/bundle.ts';

const DIST = new URL('../../dist/', import.meta.url);

let folder: string | undefined;

/**
 * @param path the path of a file that the build writes
 * @throws Error when the pages were not built
 */
export function builtFile(path: string): URL {
  folder ??= folderInUse();
  return new URL(`${folder}/${path}`, DIST);
}

/** Keeps the folders until this process ends. */
export function keepBuilt(): void {
  folder ??= folderInUse();
  keepFolder(DIST, folder);
  keepBundle();
}

function folderInUse(): string {
  try {
    return (JSON.parse(readFileSync(new URL('current.json', DIST), 'utf8')) as { readonly folder: string }).folder;
  } catch {
    throw new Error('The pages are not built: run npm run build.');
  }
}
