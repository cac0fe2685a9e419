/** A backup of a gateway's database, made and restored with the engine's own tools while no gateway uses it. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { administratorOf } from './database-place.ts';

export interface Backup {
  /** Replaces the database. */
  restore(): Promise<void>;
  remove(): Promise<void>;
}

export function backupOf(url: string): Promise<Backup> {
  return url.startsWith('sqlite:') ? ofFile(url.slice('sqlite:'.length)) : ofDatabase(new URL(url));
}

async function ofFile(file: string): Promise<Backup> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-backup-'));
  const copy = join(folder, 'turnpike.db');
  const db = new Database(file);
  db.exec(`vacuum into '${copy}'`);
  db.close();
  return {
    restore: async () => copyFileSync(copy, file),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function ofDatabase(url: URL): Promise<Backup> {
  const name = url.pathname.slice(1);
  const copy = `${name}_backup`;
  const run = async (...queries: readonly string[]) => {
    const client = new pg.Client(Object.assign(new URL(administratorOf(url.href)), { pathname: 'postgres' }).href);
    await client.connect();
    for (const query of queries) {
      await client.query(query);
    }
    await client.end();
  };
  await run(`create database ${copy} template ${name}`);
  return {
    restore: () => run(`drop database ${name} with (force)`, `create database ${name} template ${copy}`),
    remove: () => run(`drop database if exists ${copy} with (force)`),
  };
}
