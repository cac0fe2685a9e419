/** Adds payer authentications of orders. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('payer_authentication')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('order_key', integer, (c) => c.notNull())
    .addColumn('transaction_id', 'text', (c) => c.notNull())
    .addColumn('server_id', 'text', (c) => c.notNull().unique())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('initiated', bytes, (c) => c.notNull())
    .addColumn('requested', bytes)
    .addColumn('card_hash', bytes, (c) => c.notNull())
    .addColumn('sealed_state', bytes, (c) => c.notNull())
    .addColumn('revision', integer, (c) => c.notNull())
    .addColumn('wake_at', integer)
    .addColumn('owner', integer)
    .addColumn('used_by', integer)
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('updated_at', integer, (c) => c.notNull())
    .addUniqueConstraint('payer_authentication_id', ['order_key', 'transaction_id'])
    .execute();
  await db.schema
    .createIndex('payer_authentication_due')
    .on('payer_authentication')
    .column('wake_at')
    .where('wake_at', 'is not', null)
    .execute();
}
