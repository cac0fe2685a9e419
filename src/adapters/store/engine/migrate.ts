/**
 * Migrates a database to the newest schema, or only checks that it has the newest schema. A schema that a later release
 * has extended is used as it is, unless a contract migration has removed what this program uses. Each engine reads the
 * applied migrations itself, under a lock.
 */
import { type Dialect as Driver, Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { readBuild } from '../../../platform/build.ts';
import { OPERATOR_COMMAND } from '../../../platform/command-names.ts';
import { contractVersion, migrations } from '../schema/migrations/index.ts';
import type { Dialect } from '../schema/migrations/migration.ts';
import { type SchemaState, StoreError } from './engine.ts';

/**
 * MIGRATE: apply the missing migrations. UPGRADE: the same, but refuse a database or schema without any, which must
 * have lost its tables. REQUIRE: refuse an older schema without changing it.
 */
export type SchemaMode = 'MIGRATE' | 'REQUIRE' | 'UPGRADE';

/** Reads the migrations that a database has recorded. */
export const SELECT_APPLIED = 'select name from kysely_migration';

export interface AppliedMigration {
  readonly name: string;
}

/**
 * A quick check before kysely's migrator, which takes tens of milliseconds to find that all migrations are applied.
 *
 * @returns the state of a schema that needs no migration; undefined if some are missing
 * @throws StoreError if this program cannot use the schema, or if it is older and the mode is REQUIRE
 */
export function stateOfNewest(
  dialect: Dialect,
  applied: readonly AppliedMigration[],
  mode: SchemaMode,
): SchemaState | undefined {
  const later = laterMigrations(dialect, applied);
  if (applied.length - later.length === Object.keys(migrations(dialect)).length) {
    return { migrated: [], later };
  }
  if (mode === 'REQUIRE' || (mode === 'UPGRADE' && applied.length === 0)) {
    throw new StoreError(`${applied.length === 0 ? EMPTY : OLDER} ${REMEDY}`);
  }
  return undefined;
}

/**
 * @returns the applied migrations of a later release
 * @throws StoreError if a contract migration is among them, or if they are of another line of versions
 */
function laterMigrations(dialect: Dialect, applied: readonly AppliedMigration[]): readonly string[] {
  const known = Object.keys(migrations(dialect));
  const names = applied.map(({ name }) => name).sort();
  const later = names.filter((name) => !known.includes(name));
  const contract = later.findLast((name) => contractVersion(name) !== undefined);
  if (contract !== undefined) {
    throw new StoreError(
      `This is Turnpike ${readBuild().version}, and the database needs ${contractVersion(contract)}, whose migration ${contract} has removed what this version uses.`,
    );
  }
  const lacking = known.find((name) => !names.includes(name));
  const [first] = later;
  if (first !== undefined && (lacking !== undefined || first < (known.at(-1) ?? ''))) {
    throw new StoreError(`The database is of another line of versions: it has the migration ${first}.`);
  }
  return later;
}

const EMPTY = 'The database has no schema yet.';
const OLDER = 'The database has an older schema than this program.';
export const REMEDY = `Run: ${OPERATOR_COMMAND} migrate`;

/** The error for a missing database, which is created by the mode MIGRATE alone. */
export function noDatabase(): StoreError {
  return new StoreError(`There is no database yet. ${REMEDY}`);
}

/**
 * Applies the missing migrations.
 *
 * @param tableSchema the schema with kysely's tables, on PostgreSQL
 * @throws StoreError if the schema cannot be migrated
 */
export async function migrate(
  dialect: Dialect,
  applied: readonly AppliedMigration[],
  driver: Driver,
  tableSchema?: string,
): Promise<SchemaState> {
  const newest = stateOfNewest(dialect, applied, 'MIGRATE');
  if (newest !== undefined) {
    return newest;
  }
  const known = migrations(dialect);
  const kysely = new Kysely<unknown>({ dialect: driver });
  const { error, results = [] } = await new Migrator({
    db: kysely,
    provider: { getMigrations: async () => known },
    ...(tableSchema !== undefined && { migrationTableSchema: tableSchema }),
  }).migrateToLatest();
  await kysely.destroy();
  if (error !== undefined) {
    throw new StoreError('The database could not be migrated.', { cause: error });
  }
  return { migrated: results.map(({ migrationName }) => migrationName), later: [] };
}
