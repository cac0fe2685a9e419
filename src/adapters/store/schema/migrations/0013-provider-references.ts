/** Adds the provider's own payment number, which some providers need for status queries. */
import type { AnyDatabase } from './migration.ts';

export async function up(db: AnyDatabase): Promise<void> {
  // An older process beside this one starts payments without it, at providers that are queried by our reference.
  await db.schema.alterTable('browser_payment').addColumn('provider_reference', 'text').execute();
}
