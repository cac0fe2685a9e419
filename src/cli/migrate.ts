/**
 * `migrate`: migrates the database to this program's schema, while other processes use it, and lists the applied
 * migrations.
 */
import { type CommandCall, UsageError } from './command.ts';

/** Only lists the migrations: the store applied them when it was opened for this command. */
export async function migrateCommand({ store: { migrated }, args, usage }: CommandCall): Promise<string> {
  if (args.length > 0) {
    throw new UsageError(usage);
  }
  if (migrated.length === 0) {
    return 'The database had the newest schema already.';
  }
  return [...migrated.map((name) => `applied ${name}`), 'The database has the newest schema now.'].join('\n');
}
