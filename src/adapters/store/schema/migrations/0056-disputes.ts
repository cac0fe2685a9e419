/**
 * Adds disputes with their deadlines, and the choice of mails about them. Orders whose money was charged back get the
 * dispute of their ledger, from the index of orders.
 */
import { sql } from 'kysely';
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('dispute')
    .addColumn('key', key, (c) => c.primaryKey().notNull())
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('order_key', key, (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('by_provider', integer, (c) => c.notNull())
    .addColumn('is_open', integer, (c) => c.notNull())
    .addColumn('due_at', integer, (c) => c.notNull())
    .addColumn('changed_at', integer, (c) => c.notNull())
    .addColumn('facts', 'text', (c) => c.notNull())
    .addColumn('mail_at', integer)
    .addUniqueConstraint('dispute_id', ['order_key', 'source', 'id'])
    .execute();
  const index = (name: string, columns: readonly string[]) =>
    db.schema
      .createIndex(name)
      .on('dispute')
      .columns([...columns]);
  await index('dispute_due', ['merchant_key', 'is_open', 'due_at', 'key']).execute();
  await index('dispute_changed', ['merchant_key', 'changed_at', 'key']).execute();
  await index('dispute_mail', ['mail_at']).where('mail_at', 'is not', null).execute();
  await db.schema.alterTable('console_mail_choice').addColumn('disputes', 'text').execute();
  await sql`insert into dispute (key, merchant_key, order_key, source, id, by_provider, is_open, due_at, changed_at, facts)
    select t.order_key, t.merchant_key, t.order_key, '', '', 0, case when t.value = 'standing' then 1 else 0 end,
      253402300799999, i.updated_at, '{}'
    from order_term t join order_index i on i.order_key = t.order_key where t.kind = 'CHARGEBACK'`.execute(db);
}
