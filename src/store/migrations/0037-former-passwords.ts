/** API passwords that a newer one replaced, and that stay valid until the merchant's servers have it. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

/** Without a default: an older process beside this one inserts rows without them. */
export async function up(db: AnyDatabase, { integer }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('merchant').addColumn('password_set_at', integer).execute();
  await db.schema.alterTable('merchant').addColumn('former_passwords', 'text').execute();
}
