/**
 * A backup made while gateways take payments, and restored while they are stopped: exactly the commands of the
 * operator's page.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PostgresServer } from './postgres-server.ts';

export interface LiveBackup {
  /** Replaces the database. */
  restore(): Promise<void>;
  remove(): void;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VACUUM =
  "const [, from, to] = process.argv; new (require('better-sqlite3'))(from).prepare('vacuum into ?').run(to)";
const run = promisify(execFile);

/** @param server with the database; undefined: it is the file */
export async function liveBackup(server: PostgresServer | undefined, storeFile: string): Promise<LiveBackup> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-live-backup-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const copy = join(folder, 'copy');
  if (server !== undefined) {
    await server.backUp(copy);
    return { restore: () => server.restore(copy), remove };
  }
  // In a process of its own, as an operator does it: this process sends payments meanwhile.
  await run(process.execPath, ['-e', VACUUM, storeFile, copy], { cwd: ROOT });
  return {
    async restore() {
      for (const file of [storeFile, `${storeFile}-wal`, `${storeFile}-shm`].filter(existsSync)) {
        renameSync(file, join(folder, `away-${file.slice(storeFile.length)}`));
      }
      copyFileSync(copy, storeFile);
    },
    remove,
  };
}
