/** Adds the people of the console: their roles, their sessions, and the links that invite them. */
import type { AnyDatabase, ColumnTypes } from './migration.ts';

export async function up(db: AnyDatabase, { key, integer, bytes }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('console_person')
    .addColumn('key', key, (c) => c.primaryKey().notNull())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('sealed_factor', bytes)
    .addColumn('factor_step', integer, (c) => c.notNull())
    .addColumn('recovery_codes', 'text', (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('console_role')
    .addColumn('person_key', key, (c) => c.notNull())
    .addColumn('merchant_key', key, (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('console_role_key', ['person_key', 'merchant_key'])
    .execute();
  await db.schema.createIndex('console_role_of_merchant').on('console_role').column('merchant_key').execute();
  await db.schema
    .createTable('console_session')
    .addColumn('key', key, (c) => c.primaryKey().notNull())
    .addColumn('id_hash', 'text', (c) => c.notNull().unique())
    .addColumn('person_key', key, (c) => c.notNull())
    .addColumn('stage', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('browser', 'text', (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('seen_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('console_session_of_person').on('console_session').column('person_key').execute();
  await db.schema
    .createTable('console_invitation')
    .addColumn('token_hash', 'text', (c) => c.primaryKey().notNull())
    .addColumn('person_key', key, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('expires_at', integer, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('console_invitation_of_person').on('console_invitation').column('person_key').execute();
}
