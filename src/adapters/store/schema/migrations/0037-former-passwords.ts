/** Adds former API passwords, which stay valid until the merchant's servers have the new one. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

/** Nullable: an older process that still runs during an upgrade inserts rows without these columns. */
export async function up(db: AnyDatabase, { integer }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('merchant').addColumn('password_set_at', integer).execute();
  await db.schema.alterTable('merchant').addColumn('former_passwords', 'text').execute();
}
