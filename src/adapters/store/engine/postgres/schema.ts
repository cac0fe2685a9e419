/**
 * The schema that has a store's tables. A database may have several stores, each in a schema of its own. Statements
 * name no schema: the search path of every connection names the only one.
 */
import pg from 'pg';
import { createSchema } from '../../schema/postgres/ddl.ts';
import { StoreError } from '../engine.ts';
import { REMEDY, type SchemaMode } from '../migrate.ts';
import { sqlStateOf } from './sql-states.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

type Client = Pick<pg.ClientBase, 'query'>;

/** @param schema its name without quotes; absent: the role's search path applies */
export async function setSearchPath(client: Client, schema: string | undefined): Promise<void> {
  if (schema !== undefined) {
    await client.query("select set_config('search_path', $1, false)", [pg.escapeIdentifier(schema)]);
  }
}

/**
 * Creates the schema if it is absent and the mode is MIGRATE. A role without rights on the database is sufficient for
 * an existing schema.
 *
 * @throws StoreError with one line that names the setting
 */
export async function provideSchema(client: Client, schema: string, mode: SchemaMode): Promise<void> {
  const { rows } = await client.query<{ usable: boolean }>(
    "select has_schema_privilege(oid, 'USAGE') as usable from pg_catalog.pg_namespace where nspname = $1",
    [schema],
  );
  const [found] = rows;
  if (found?.usable === false) {
    throw new StoreError(`${settingOf(schema)}: this role has no USAGE on the schema.`);
  }
  if (found !== undefined) {
    return;
  }
  if (mode !== 'MIGRATE') {
    throw new StoreError(`${settingOf(schema)}: the database has no such schema. ${REMEDY}`);
  }
  try {
    await client.query(createSchema(pg.escapeIdentifier(schema)));
  } catch (error) {
    if (sqlStateOf(error) === INSUFFICIENT_PRIVILEGE) {
      throw new StoreError(
        `${settingOf(schema)}: the database has no such schema, and this role has no right to create it.`,
        { cause: error },
      );
    }
    throw error;
  }
}

const settingOf = (schema: string) => `DATABASE_SCHEMA=${JSON.stringify(schema)}`;

/**
 * Returns the schema in which the store's migrations are recorded, or will be. Without this name, kysely would find the
 * record of another schema.
 */
export async function schemaOfMigrations(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string | null }>(
    `select coalesce(
      (select n.nspname from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
        where c.oid = to_regclass('kysely_migration')),
      current_schema()
    )::text as name`,
  );
  return rows[0]?.name ?? undefined;
}
