/** Adds the payment attempts that risk rules count, each under a keyed hash such as of the card or e-mail address. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('risk_attempt')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('transaction_key', integer, (c) => c.notNull())
    .addColumn('subject', bytes, (c) => c.notNull())
    .addColumn('amount', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('is_failed', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('risk_attempt_subject').on('risk_attempt').columns(['subject', 'created_at']).execute();
  await db.schema.createIndex('risk_attempt_transaction').on('risk_attempt').columns(['transaction_key']).execute();
  await db.schema.createIndex('risk_attempt_age').on('risk_attempt').columns(['created_at']).execute();
}
