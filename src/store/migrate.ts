/**
 * Brings a database to the newest schema, or only checks that it has it. Refuses a schema that is newer than this code.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { type Dialect as Driver, Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { StoreError } from './engine.ts';
import { migrations } from './migrations.ts';
import { connectionOptions, stateOf } from './postgres-connection.ts';
import type { Dialect } from './statement.ts';

/** MIGRATE: bring it to the newest schema. REQUIRE: change nothing, and refuse an older one. */
export type SchemaMode = 'MIGRATE' | 'REQUIRE';

/**
 * One process migrates; others wait for it, and then have nothing to do. A failed migration is rolled back.
 *
 * @returns the migrations that this call applied
 * @throws StoreError
 */
export async function migrateSqlite(db: Database.Database, mode: SchemaMode = 'MIGRATE'): Promise<readonly string[]> {
  if (isNewest('sqlite', appliedTo(db), mode)) {
    return [];
  }
  await locked(db);
  try {
    const done = await migrate('sqlite', appliedTo(db), new SqliteDialect({ database: borrowed(db) }));
    db.exec('COMMIT');
    return done;
  } catch (error) {
    if (db.inTransaction) {
      db.exec('ROLLBACK');
    }
    throw error;
  }
}

const LOCK_POLL_MS = 20;
/** Enough for the migration of a large file. */
const LOCK_MS_MAX = 60_000;

/** Polls in place of SQLite's own waiting, which would block another migration in this process. */
async function locked(db: Database.Database): Promise<void> {
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

function appliedTo(db: Database.Database): Applied[] {
  const table = db.prepare("select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'").get();
  return table === undefined ? [] : db.prepare<[], Applied>(APPLIED).all();
}

/**
 * Safe from several processes at once: the first one holds a lock in the database until it is done, and the others then
 * have nothing to do. Added columns have defaults, so that older processes continue meanwhile.
 *
 * @returns the migrations that this call applied
 * @throws StoreError
 */
export async function migratePostgres(url: string, mode: SchemaMode = 'MIGRATE'): Promise<readonly string[]> {
  // A migration of a large table takes longer than a request may.
  const migrationTimeouts = {
    statement_timeout: false,
    query_timeout: undefined,
    lock_timeout: MIGRATION_LOCK_MS_MAX,
  } as const;
  const pool = new pg.Pool({
    ...connectionOptions(url),
    ...migrationTimeouts,
    idle_in_transaction_session_timeout: 0,
    max: 2,
  });
  // A connection that breaks while idle is ignored: the next query on it fails.
  pool.on('error', () => undefined);
  try {
    const applied = await appliedOn(pool);
    if (isNewest('postgres', applied, mode)) {
      return [];
    }
    return await migrate('postgres', applied, new PostgresDialect({ pool }));
  } finally {
    if (!pool.ended) {
      await pool.end();
    }
  }
}

const MIGRATION_LOCK_MS_MAX = 60_000;
const UNDEFINED_TABLE = '42P01';
const APPLIED = 'select name from kysely_migration';

interface Applied {
  readonly name: string;
}

async function appliedOn(pool: pg.Pool): Promise<Applied[]> {
  try {
    return (await pool.query<Applied>(APPLIED)).rows;
  } catch (error) {
    if (stateOf(error) === UNDEFINED_TABLE) {
      return [];
    }
    throw error;
  }
}

/**
 * Kysely's migrator takes tens of milliseconds to find that there is nothing to do; one query is enough.
 *
 * @throws StoreError
 */
function isNewest(dialect: Dialect, applied: readonly Applied[], mode: SchemaMode): boolean {
  const known = migrations(dialect);
  const newer = applied.find(({ name }) => !(name in known));
  if (newer !== undefined) {
    throw new StoreError(`The database is newer than this program: it has the migration ${newer.name}.`);
  }
  const isDone = applied.length === Object.keys(known).length;
  if (!isDone && mode === 'REQUIRE') {
    throw new StoreError(`${applied.length === 0 ? EMPTY : OLDER} ${REMEDY}`);
  }
  return isDone;
}

const EMPTY = 'The database has no schema yet.';
const OLDER = 'The database has an older schema than this program.';
const REMEDY = 'Run: npm run turnpike -- migrate';

/** A check of a missing file must not create it. */
export function noDatabase(): StoreError {
  return new StoreError(`There is no database yet. ${REMEDY}`);
}

async function migrate(dialect: Dialect, applied: readonly Applied[], driver: Driver): Promise<readonly string[]> {
  if (isNewest(dialect, applied, 'MIGRATE')) {
    return [];
  }
  const known = migrations(dialect);
  const kysely = new Kysely<unknown>({ dialect: driver });
  const { error, results = [] } = await new Migrator({
    db: kysely,
    provider: { getMigrations: async () => known },
  }).migrateToLatest();
  await kysely.destroy();
  if (error !== undefined) {
    throw new StoreError('The database could not be migrated.', { cause: error });
  }
  return results.map(({ migrationName }) => migrationName);
}

/** Kysely closes the connection that it gets; ours must stay open. */
function borrowed(db: Database.Database) {
  return { prepare: (sql: string) => db.prepare(sql), close: () => undefined } as unknown as Database.Database;
}
