/** Adds the subjects and ends of merchants' client certificates, of which a profile has the fingerprints alone. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('merchant_certificate')
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('valid_until', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('merchant_certificate_key', ['merchant_key', 'fingerprint'])
    .execute();
}
