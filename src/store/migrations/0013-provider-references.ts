/** The providers' own numbers for their payments, by which some of them are asked. */
import type { AnyDatabase } from './migration.ts';

export async function up(db: AnyDatabase): Promise<void> {
  // An older process beside this one begins payments without it: with providers that are asked by our reference.
  await db.schema.alterTable('browser_payment').addColumn('provider_reference', 'text').execute();
}
