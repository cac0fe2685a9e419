/** A base backup of a running PostgreSQL server in the way of `pg_basebackup`, which the tests' server lacks. */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Files of the running process, which a backup omits. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts']);
const LOG = 'pg_wal';

/** @param to a folder that does not exist yet */
export async function baseBackup(url: string, dataDir: string, to: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query("select pg_backup_start('drill', true)");
    copyTree(dataDir, to, (path) => path !== LOG && !LEFT_OUT.has(path));
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    // The log last: the copy becomes consistent at the end of the backup.
    copyTree(dataDir, to, (path) => path === LOG || path.startsWith(`${LOG}/`));
  } finally {
    await client.end();
  }
}

/** Files that disappear meanwhile are temporary, or the log restores them. */
function copyTree(from: string, to: string, isCopied: (path: string) => boolean, below = ''): void {
  mkdirSync(join(to, below), { recursive: true, mode: 0o700 });
  for (const entry of readdirSync(join(from, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (isCopied(path)) {
      if (entry.isDirectory()) {
        copyTree(from, to, isCopied, path);
      } else {
        copyOrPass(join(from, path), join(to, path));
      }
    } else if (entry.name === LOG) {
      mkdirSync(join(to, path), { recursive: true, mode: 0o700 });
    }
  }
}

function copyOrPass(from: string, to: string): void {
  try {
    copyFileSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
  }
}
