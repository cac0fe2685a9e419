/** Brings a database to the newest schema; refuses one that is newer than this code. */
import type Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StoreError } from './engine.ts';
import { migrations } from './migrations.ts';

export async function migrateSqlite(db: Database.Database): Promise<void> {
  const known = migrations('sqlite');
  const names = Object.keys(known);
  // Kysely's migrator takes tens of milliseconds to find that there is nothing to do; one look tells.
  const applied = appliedNames(db);
  const foreign = applied.find((name) => !(name in known));
  if (foreign !== undefined)
    throw new StoreError(`The database is newer than this program: it has the migration ${foreign}.`);
  if (applied.length === names.length) return;
  const kysely = new Kysely<unknown>({ dialect: new SqliteDialect({ database: borrowed(db) }) });
  const { error } = await new Migrator({
    db: kysely,
    provider: { getMigrations: async () => known },
  }).migrateToLatest();
  await kysely.destroy();
  if (error !== undefined) throw new StoreError('The database could not be migrated.', { cause: error });
}

function appliedNames(db: Database.Database): string[] {
  const table = db.prepare("select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'").get();
  if (table === undefined) return [];
  return db
    .prepare<[], { name: string }>('select name from kysely_migration')
    .all()
    .map((row) => row.name);
}

/** Kysely closes what it is given; the connection is ours and lives on. */
function borrowed(db: Database.Database) {
  return { prepare: (sql: string) => db.prepare(sql), close: () => undefined } as unknown as Database.Database;
}
