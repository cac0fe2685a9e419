/** Migrates a PostgreSQL database, or only checks that it has the newest schema. */
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import type { SchemaState } from '../engine.ts';
import { type AppliedMigration, migrate, type SchemaMode, SELECT_APPLIED, stateOfNewest } from '../migrate.ts';
import { connectionOptions } from './connection-options.ts';
import { sqlStateOf } from './sql-states.ts';

/**
 * Safe from several processes at once: the first one holds a lock in the database until it is done, and the others then
 * find all migrations applied. Added columns have defaults or are nullable, so that processes of the older version can
 * continue during the migration.
 *
 * @throws StoreError if the schema cannot be migrated, or is too new for this program
 */
export async function migratePostgres(url: string, mode: SchemaMode = 'MIGRATE'): Promise<SchemaState> {
  // The migration of a large table may take longer than the time limits of requests.
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
  // Ignore a connection that breaks while it is idle: the next query on it fails.
  pool.on('error', () => undefined);
  try {
    const applied = await appliedOn(pool);
    return (
      stateOfNewest('postgres', applied, mode) ?? (await migrate('postgres', applied, new PostgresDialect({ pool })))
    );
  } finally {
    if (!pool.ended) {
      await pool.end();
    }
  }
}

const MIGRATION_LOCK_MS_MAX = 60_000;
const UNDEFINED_TABLE = '42P01';

async function appliedOn(pool: pg.Pool): Promise<AppliedMigration[]> {
  try {
    return (await pool.query<AppliedMigration>(SELECT_APPLIED)).rows;
  } catch (error) {
    if (sqlStateOf(error) === UNDEFINED_TABLE) {
      return [];
    }
    throw error;
  }
}
