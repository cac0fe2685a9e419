/** One migration alone, on a database with all its earlier ones. */
import Database from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import { migrations } from '../../../../src/adapters/store/schema/migrations/index.ts';
import { type DatabasePlace, onPostgres } from '../../../support/database-place.ts';
import { newPool } from '../../../support/postgres-pool.ts';

/** @param name as recorded in the database */
export async function applyMigration({ url }: DatabasePlace, name: string): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: onPostgres()
      ? new PostgresDialect({ pool: newPool(url, { max: 1 }) })
      : new SqliteDialect({ database: embedded(url) }),
  });
  try {
    const migration = migrations(onPostgres() ? 'postgres' : 'sqlite')[name];
    if (migration === undefined) {
      throw new Error(`There is no migration ${name}.`);
    }
    await migration.up(db);
  } finally {
    await db.destroy();
  }
}

/** Opened as the store opens it. */
function embedded(url: string): Database.Database {
  const database = new Database(url.replace('sqlite:', ''));
  database.pragma('secure_delete = ON');
  return database;
}
