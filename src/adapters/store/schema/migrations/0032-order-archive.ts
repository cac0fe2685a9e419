/**
 * Adds the archive of ended orders: the record of which monthly piece has an order's texts, and on PostgreSQL the
 * pieces.
 */
import { sql } from 'kysely';
import { CREATE_ARCHIVE } from '../postgres/ddl.ts';
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('archive_copy')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('order_key', integer, (c) => c.notNull())
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('moved_at', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('archive_copy_order').on('archive_copy').column('order_key').execute();
  // Before a piece is created, the gateway uses this index to check whether orders refer to a missing piece.
  await db.schema.createIndex('archive_copy_month').on('archive_copy').column('month').execute();
  // The index has few rows: copies that are unfinished, or in which an erasure is still to be made.
  await db.schema
    .createIndex('archive_copy_open')
    .on('archive_copy')
    .column('created_at')
    .where(sql.ref('state'), '<>', sql.lit('ARCHIVED'))
    .execute();
  // On SQLite the pieces are files of their own.
  if (bytes === 'bytea') {
    await CREATE_ARCHIVE.execute(db);
  }
}
