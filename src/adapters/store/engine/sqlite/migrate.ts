/** Migrates an embedded database, or only checks that it has the newest schema. */
import { setTimeout as pause } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { SqliteDialect } from 'kysely';
import type { SchemaState } from '../engine.ts';
import { type AppliedMigration, migrate, type SchemaMode, SELECT_APPLIED, stateOfNewest } from '../migrate.ts';

/**
 * One process migrates. Other processes wait for it, and then find all migrations applied. A failed migration is rolled
 * back.
 *
 * @throws StoreError if the schema cannot be migrated, or is too new for this program
 */
export async function migrateSqlite(db: Database.Database, mode: SchemaMode = 'MIGRATE'): Promise<SchemaState> {
  const newest = stateOfNewest('sqlite', appliedTo(db), mode);
  if (newest !== undefined) {
    return newest;
  }
  await lockDatabase(db);
  try {
    const state = await migrate('sqlite', appliedTo(db), new SqliteDialect({ database: withoutClose(db) }));
    db.exec('COMMIT');
    // Truncates the log, which may still have data that a migration removed.
    db.pragma('wal_checkpoint(TRUNCATE)');
    return state;
  } catch (error) {
    if (db.inTransaction) {
      db.exec('ROLLBACK');
    }
    throw error;
  }
}

const LOCK_POLL_MS = 20;
/** The longest wait for the lock, enough for the migration of a large file. */
const LOCK_MS_MAX = 60_000;

/** Polls instead of using SQLite's busy wait, which would block another migration in this process. */
async function lockDatabase(db: Database.Database): Promise<void> {
  const busyMs = db.pragma('busy_timeout', { simple: true });
  db.pragma('busy_timeout = 0');
  try {
    for (let waited = 0; ; waited += LOCK_POLL_MS) {
      try {
        db.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (waited >= LOCK_MS_MAX) {
          throw error;
        }
        await pause(LOCK_POLL_MS);
      }
    }
  } finally {
    db.pragma(`busy_timeout = ${busyMs}`);
  }
}

function appliedTo(db: Database.Database): AppliedMigration[] {
  const table = db.prepare("select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'").get();
  return table === undefined ? [] : db.prepare<[], AppliedMigration>(SELECT_APPLIED).all();
}

/** The connection without its `close`, because kysely closes its connection and this one must stay open. */
function withoutClose(db: Database.Database) {
  return { prepare: (sql: string) => db.prepare(sql), close: () => undefined } as unknown as Database.Database;
}
