/** Adds the tokens of wallets that payments have used, so that no second payment uses one, in any process. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('device_token')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('transaction_key', key, (c) => c.notNull())
    .addColumn('usable_until', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('device_token_usable').on('device_token').column('usable_until').execute();
}
