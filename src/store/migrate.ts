/** Brings a database to the newest schema; refuses one that is newer than this code. */
import type Database from 'better-sqlite3';
import { type Dialect as Driver, Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { StoreError } from './engine.ts';
import { migrations } from './migrations.ts';
import { connectionOptions, stateOf } from './postgres-connection.ts';
import type { Dialect } from './statement.ts';

export async function migrateSqlite(db: Database.Database): Promise<void> {
  const table = db.prepare("select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'").get();
  const applied = table === undefined ? [] : db.prepare<[], Applied>(APPLIED).all();
  await migrate('sqlite', applied, new SqliteDialect({ database: borrowed(db) }));
}

/**
 * Safe from several processes at once: the first one that comes holds a lock in the database until it is done, and the others find
 * nothing to do then. What a migration adds has a default, so that older processes work on meanwhile.
 */
export async function migratePostgres(url: string): Promise<void> {
  // A migration of a large table takes longer than a request may.
  const patient = { statement_timeout: false, query_timeout: undefined, lock_timeout: MIGRATION_LOCK_MS_MAX } as const;
  const pool = new pg.Pool({ ...connectionOptions(url), ...patient, idle_in_transaction_session_timeout: 0, max: 2 });
  // A connection that breaks while it is idle is no news: whoever needs one is told.
  pool.on('error', () => undefined);
  try {
    await migrate('postgres', await appliedTo(pool), new PostgresDialect({ pool }));
  } finally {
    if (!pool.ended) await pool.end();
  }
}

const MIGRATION_LOCK_MS_MAX = 60_000;
const UNDEFINED_TABLE = '42P01';
const APPLIED = 'select name from kysely_migration';

interface Applied {
  readonly name: string;
}

async function appliedTo(pool: pg.Pool): Promise<Applied[]> {
  try {
    return (await pool.query<Applied>(APPLIED)).rows;
  } catch (error) {
    if (stateOf(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

/** Kysely's migrator takes tens of milliseconds to find that there is nothing to do; one look tells. */
async function migrate(dialect: Dialect, applied: readonly Applied[], driver: Driver): Promise<void> {
  const known = migrations(dialect);
  const foreign = applied.find(({ name }) => !(name in known));
  if (foreign !== undefined)
    throw new StoreError(`The database is newer than this program: it has the migration ${foreign.name}.`);
  if (applied.length === Object.keys(known).length) return;
  const kysely = new Kysely<unknown>({ dialect: driver });
  const { error } = await new Migrator({
    db: kysely,
    provider: { getMigrations: async () => known },
  }).migrateToLatest();
  await kysely.destroy();
  if (error !== undefined) throw new StoreError('The database could not be migrated.', { cause: error });
}

/** Kysely closes what it is given; the connection is ours and lives on. */
function borrowed(db: Database.Database) {
  return { prepare: (sql: string) => db.prepare(sql), close: () => undefined } as unknown as Database.Database;
}
