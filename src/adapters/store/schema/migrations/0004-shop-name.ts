/** Adds the shop's name to browser payments. */
import type { AnyDatabase } from './migration.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('browser_payment').addColumn('shop_name', 'text').execute();
}
