/**
 * `restored`: prepares a store restored from a backup. Row keys name the messages to the acquirer, and the original
 * store has issued further keys since the backup: the acquirer would refuse a new message under a used name, and a
 * reversal under one would reverse another order's payment.
 */
import { type CommandCall, UsageError } from './command.ts';

/** More than any store issues between two backups, and less than a millionth of all keys. */
const KEYS_PASSED_OVER = 1_000_000_000;

export async function readyRestored({ store, args, usage }: CommandCall): Promise<string> {
  if (args.length > 0) {
    throw new UsageError(usage);
  }
  await store.passOverKeys(KEYS_PASSED_OVER);
  return 'New messages get names that the acquirer has not seen. What this copy lacks: turnpike reconcile --ledger FILE.json';
}
