/**
 * Adds the ids of the merchants at which people of the console have roles and mails: the merchant may live in another
 * store, or move there, and the directory knows merchants by their ids.
 */
import { sql } from 'kysely';
import type { AnyDatabase } from './migration.ts';

const TABLES = ['console_role', 'console_mail_choice'] as const;

export async function up(db: AnyDatabase): Promise<void> {
  for (const table of TABLES) {
    await db.schema.alterTable(table).addColumn('merchant_id', 'text').execute();
    const key = sql.ref(`${table}.merchant_key`);
    await sql`update ${sql.table(table)} set merchant_id = coalesce(
      (select m.id from merchant as m where m.key = ${key}),
      (select g.merchant_id from merchant_move as g where g.merchant_key = ${key}))`.execute(db);
  }
}
