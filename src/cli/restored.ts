/**
 * `restored`: readies an older copy of a store for use. Row keys name the messages to the acquirer, and the store that
 * this one is a copy of has given keys since: a new message under an old name would be refused, and the reversal of one
 * would take back somebody else's payment.
 */
import { type CommandCall, UsageError } from './command.ts';

/** More than any store gives between two backups, and less than a millionth of all that there are. */
const KEYS_PASSED_OVER = 1_000_000_000;

export async function readyRestored({ store, args, usage }: CommandCall): Promise<string> {
  if (args.length > 0) {
    throw new UsageError(usage);
  }
  await store.passOverKeys(KEYS_PASSED_OVER);
  return 'New messages get names that the acquirer has not seen. What this copy lacks: turnpike reconcile --ledger FILE.json';
}
