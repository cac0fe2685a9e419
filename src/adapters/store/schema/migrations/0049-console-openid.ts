/** Adds the name that a person of the console has at the OpenID provider. */
import type { AnyDatabase } from './migration.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('console_person').addColumn('openid_subject', 'text').execute();
  await db.schema
    .createIndex('console_person_at_openid')
    .on('console_person')
    .column('openid_subject')
    .unique()
    .execute();
}
