/** Adds payments that risk rules held for review, and the decisions. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('risk_review')
    .addColumn('transaction_key', key, (c) => c.primaryKey())
    .addColumn('open_since', integer)
    .addColumn('decision', 'text')
    .addColumn('decided_by', 'text')
    .addColumn('decided_at', integer)
    .addColumn('decision_reason', 'text')
    .addColumn('note', 'text')
    .execute();
  await db.schema.createIndex('risk_review_open').on('risk_review').columns(['open_since']).execute();
}
