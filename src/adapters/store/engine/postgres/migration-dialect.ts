/** Kysely's dialect, with a migration lock for each schema instead of one for the database. */
import { hash } from 'node:crypto';
import { type Kysely, type MigrationLockOptions, PostgresAdapter, PostgresDialect, sql } from 'kysely';

/** The lock that earlier releases take for any schema. Their stores are in the schema `public`. */
const LOCK_OF_PUBLIC = 3_853_314_791_062_309_107n;
/** A start waits for the whole migration of another process, even of a large table. */
const WAIT_MS_MAX = 3_600_000;

export class MigrationDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new SchemaLockAdapter();
  }
}

/** Locks for the session, as kysely does, because its migrator begins the transaction afterwards. */
class SchemaLockAdapter extends PostgresAdapter {
  // biome-ignore lint/suspicious/noExplicitAny: the type of the overridden method.
  override async acquireMigrationLock(db: Kysely<any>, { lockTableSchema }: MigrationLockOptions): Promise<void> {
    await sql`with wait as (select set_config('lock_timeout', ${sql.lit(`${WAIT_MS_MAX}`)}, true))
      select pg_advisory_lock(${sql.lit(lockOf(lockTableSchema))}) from wait`.execute(db);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the type of the overridden method.
  override async releaseMigrationLock(db: Kysely<any>, { lockTableSchema }: MigrationLockOptions): Promise<void> {
    await sql`select pg_advisory_unlock(${sql.lit(lockOf(lockTableSchema))})`.execute(db);
  }
}

/** The key of the schema's advisory lock, a signed number of 64 bits. */
export function lockOf(schema: string | undefined): bigint {
  if (schema === undefined || schema === 'public') {
    return LOCK_OF_PUBLIC;
  }
  return hash('sha256', `turnpike migration ${schema}`, 'buffer').readBigInt64BE();
}
