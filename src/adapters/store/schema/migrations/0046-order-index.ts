/** Adds the tables for finding orders. The first build of the index is under way until a worker has completed it. */
import { sql } from 'kysely';
import { TEXT_BY_BYTES } from '../postgres/ddl.ts';
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, types: ColumnTypes): Promise<void> {
  await createIndexRows(db, types);
  await createLists(db, types);
  await createProgress(db, types);
}

async function createIndexRows(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('order_index')
    .addColumn('order_key', key, (c) => c.primaryKey().notNull())
    .addColumn('merchant_key', key, (c) => c.notNull())
    // The order ids with a prefix are a range only in the order of bytes, in which SQLite compares all texts.
    .addColumn('order_id', key === 'bigint' ? TEXT_BY_BYTES : 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('amount', 'text', (c) => c.notNull())
    .addColumn('total_authorized', 'text', (c) => c.notNull())
    .addColumn('total_captured', 'text', (c) => c.notNull())
    .addColumn('total_refunded', 'text', (c) => c.notNull())
    .addColumn('total_charged_back', 'text', (c) => c.notNull())
    .addColumn('method', 'text')
    .addColumn('brand', 'text')
    .addColumn('last_four', 'text')
    .addColumn('reference', 'text')
    .addColumn('provider_reference', 'text')
    .addColumn('decline_code', 'text')
    .addColumn('acquirer_code', 'text')
    .addColumn('steps', 'text', (c) => c.notNull())
    .addColumn('terms', 'text', (c) => c.notNull())
    .addColumn('counted', 'text', (c) => c.notNull())
    .addColumn('generation', integer, (c) => c.notNull())
    .addColumn('revision', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('updated_at', integer, (c) => c.notNull())
    .execute();
  const indexes: Readonly<Record<string, readonly string[]>> = {
    order_index_id: ['merchant_key', 'order_id'],
    order_index_created: ['merchant_key', 'created_at', 'order_key'],
    order_index_updated: ['merchant_key', 'updated_at', 'order_key'],
    order_index_all_created: ['created_at', 'order_key'],
    order_index_all_updated: ['updated_at', 'order_key'],
    order_index_amount: ['merchant_key', 'amount'],
    order_index_status: ['status', 'merchant_key'],
    order_index_currency: ['currency', 'merchant_key'],
    order_index_method: ['method', 'merchant_key'],
    order_index_brand: ['brand', 'merchant_key'],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema
      .createIndex(name)
      .on('order_index')
      .columns([...columns])
      .execute();
  }
}

async function createLists(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  // SQLite then stores the row in the index alone.
  const end = key === 'integer' ? sql`without rowid` : sql``;
  await db.schema
    .createTable('order_term')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('order_key', key, (c) => c.notNull())
    .addPrimaryKeyConstraint('order_term_key', ['kind', 'value', 'merchant_key', 'order_key'])
    .modifyEnd(end)
    .execute();
  await db.schema
    .createTable('order_count')
    .addColumn('generation', integer, (c) => c.notNull())
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('result', 'text', (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('brand', 'text', (c) => c.notNull())
    .addColumn('processor', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('times', integer, (c) => c.notNull())
    .addColumn('volume_billions', integer, (c) => c.notNull())
    .addColumn('volume_units', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('order_count_key', [
      'generation',
      'merchant_key',
      'day',
      'currency',
      'kind',
      'result',
      'method',
      'brand',
      'processor',
      'reason',
    ])
    .modifyEnd(end)
    .execute();
}

async function createProgress(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('order_change')
    .addColumn('order_key', key, (c) => c.primaryKey().notNull())
    .addColumn('changes', integer, (c) => c.notNull())
    .addColumn('due_at', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('owner', key)
    .execute();
  await db.schema.createIndex('order_change_due').on('order_change').column('due_at').execute();
  await db.schema.createIndex('order_change_created').on('order_change').column('created_at').execute();
  await db.schema
    .createTable('order_index_feed')
    .addColumn('process_key', key, (c) => c.primaryKey().notNull())
    .addColumn('mark', integer, (c) => c.notNull())
    .addColumn('until_key', integer)
    .addColumn('seen', integer)
    .addColumn('behind_since', integer)
    .addColumn('saved_at', integer, (c) => c.notNull())
    .addColumn('owner', key)
    .execute();
  await db.schema
    .createTable('order_index_build')
    .addColumn('key', key, (c) => c.primaryKey().notNull())
    .addColumn('served', integer, (c) => c.notNull())
    .addColumn('building', integer)
    .addColumn('cursor', integer, (c) => c.notNull())
    .addColumn('owner', key)
    .execute();
  await db.insertInto('order_index_build').values({ key: 1, served: 0, building: 1, cursor: 0, owner: null }).execute();
}
