/** Adds receipts to be mailed to payers. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('receipt_mail')
    .addColumn('transaction_key', key, (c) => c.primaryKey())
    .addColumn('tries', integer, (c) => c.notNull())
    .addColumn('due_at', integer, (c) => c.notNull())
    .addColumn('owner', integer)
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('receipt_mail_due').on('receipt_mail').column('due_at').execute();
}
