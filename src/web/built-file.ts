/**
 * The folder of built pages that this process started with. A later build uses another folder, and does not change this
 * one (`scripts/lib/built-folders.mjs`).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

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

/** Marks the folder as used until this process ends, so that later builds do not delete it. */
export function keepBuilt(): void {
  folder ??= folderInUse();
  const users = new URL(`users/${folder}/`, DIST);
  const mark = new URL(`${hostname()}@${process.pid}`, users);
  try {
    mkdirSync(users, { recursive: true });
    writeFileSync(mark, '');
    process.once('exit', () => rmSync(mark, { force: true }));
  } catch {
    // The user may have only read access to this checkout. A build there keeps the previous folder in any case.
  }
}

function folderInUse(): string {
  try {
    return (JSON.parse(readFileSync(new URL('current.json', DIST), 'utf8')) as { readonly folder: string }).folder;
  } catch {
    throw new Error('The pages are not built: run npm run build.');
  }
}
