/** Adds the provider's own payment number, which some providers need for status queries. */
import type { AnyDatabase } from './migration.ts';

export async function up(db: AnyDatabase): Promise<void> {
  // Processes of an older version on the same store leave it null: the providers of that version are queried by the
  // gateway's reference.
  await db.schema.alterTable('browser_payment').addColumn('provider_reference', 'text').execute();
}
