/** Adds the mails about reservations that end by themselves. The columns are those of the receipts to be mailed. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('reservation_mail')
    .addColumn('transaction_key', key, (c) => c.primaryKey())
    .addColumn('tries', integer, (c) => c.notNull())
    .addColumn('due_at', integer, (c) => c.notNull())
    .addColumn('owner', integer)
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('reservation_mail_due').on('reservation_mail').column('due_at').execute();
}
