/**
 * A backup that is made while gateways take payments, and restored while none runs: the operator's page, word for word.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PostgresServer } from './postgres-server.ts';

export interface LiveBackup {
  /** In the place of the database. */
  restore(): Promise<void>;
  remove(): void;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VACUUM =
  "const [, from, to] = process.argv; new (require('better-sqlite3'))(from).prepare('vacuum into ?').run(to)";
const run = promisify(execFile);

/** @param server where the database is; undefined: it is the file */
export async function liveBackup(server: PostgresServer | undefined, storeFile: string): Promise<LiveBackup> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-live-backup-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const copy = join(folder, 'copy');
  if (server !== undefined) {
    await server.backUp(copy);
    return { restore: () => server.restore(copy), remove };
  }
  // In a process of its own, as an operator does it: this one sends the payments meanwhile.
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
