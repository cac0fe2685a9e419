/**
 * The folder of built pages that this process was started with. A later build has a folder of its own, and leaves this
 * one as it is (`scripts/lib/built-folders.mjs`).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';

const DIST = new URL('../dist/', import.meta.url);

let folder: string | undefined;

/** @param path of what the build makes @throws Error when the pages were not built */
export function built(path: string): URL {
  folder ??= folderInUse();
  return new URL(`${folder}/${path}`, DIST);
}

/** Keeps the folder until this process ends, however many builds are made beside it. */
export function keepBuilt(): void {
  folder ??= folderInUse();
  const users = new URL(`users/${folder}/`, DIST);
  const mark = new URL(`${hostname()}@${process.pid}`, users);
  try {
    mkdirSync(users, { recursive: true });
    writeFileSync(mark, '');
    process.once('exit', () => rmSync(mark, { force: true }));
  } catch {
    // A checkout that this user may only read: whoever builds there keeps the build before, too.
  }
}

function folderInUse(): string {
  try {
    return (JSON.parse(readFileSync(new URL('current.json', DIST), 'utf8')) as { readonly folder: string }).folder;
  } catch {
    throw new Error('The pages are not built: run npm run build.');
  }
}
