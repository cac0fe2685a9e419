/** Migrates an embedded database, or only checks that it has the newest schema. */
import { setTimeout as pause } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { SqliteDialect } from 'kysely';
import { type AppliedMigration, isNewest, migrate, type SchemaMode, SELECT_APPLIED } from '../migrate.ts';

/**
 * One process migrates. Other processes wait for it, and then find all migrations applied. A failed migration is rolled
 * back.
 *
 * @returns the migrations that this call applied
 * @throws StoreError if the schema cannot be migrated
 */
export async function migrateSqlite(db: Database.Database, mode: SchemaMode = 'MIGRATE'): Promise<readonly string[]> {
  if (isNewest('sqlite', appliedTo(db), mode)) {
    return [];
  }
  await lockDatabase(db);
  try {
    const done = await migrate('sqlite', appliedTo(db), new SqliteDialect({ database: withoutClose(db) }));
    db.exec('COMMIT');
    // Truncates the log, which may still have data that a migration removed.
    db.pragma('wal_checkpoint(TRUNCATE)');
    return done;
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
