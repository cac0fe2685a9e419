/** Migrates a PostgreSQL database, or only checks that it has the newest schema. */
import pg from 'pg';
import type { SchemaState } from '../engine.ts';
import { type AppliedMigration, migrate, type SchemaMode, SELECT_APPLIED, stateOfNewest } from '../migrate.ts';
import { connectionOptions } from './connection-options.ts';
import { MigrationDialect } from './migration-dialect.ts';
import { provideSchema, schemaOfMigrations, setSearchPath } from './schema.ts';
import { sqlStateOf } from './sql-states.ts';

/**
 * Safe from several processes at once: the first one holds a lock in the database until it is done, and the others then
 * find all migrations applied. Added columns have defaults or are nullable, so that processes of the older version can
 * continue during the migration.
 *
 * @param schema the name of the store's schema, created if absent; undefined: the role's search path applies
 * @throws StoreError if the schema cannot be migrated, or is too new for this program
 */
export async function migratePostgres(
  url: string,
  mode: SchemaMode = 'MIGRATE',
  schema?: string,
): Promise<SchemaState> {
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
    onConnect: (client) => setSearchPath(client, schema),
  });
  // Ignore a connection that breaks while it is idle: the next query on it fails.
  pool.on('error', () => undefined);
  try {
    if (schema !== undefined) {
      await provideSchema(pool, schema, mode);
    }
    const applied = await appliedOn(pool);
    const newest = stateOfNewest('postgres', applied, mode);
    if (newest !== undefined) {
      return newest;
    }
    const tableSchema = await schemaOfMigrations(pool);
    return await migrate('postgres', applied, new MigrationDialect({ pool }), tableSchema);
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
