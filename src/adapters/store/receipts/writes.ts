import { DAY_MS } from '../../../contract/durations.ts';
import type { StoredTransaction } from '../../../core/ports/index.ts';
import { type Write, write } from '../engine/engine.ts';
import { RECEIPTS, RESERVATIONS } from './mail-statements.ts';

/** The writes that commit with an outcome for which the payer gets a receipt. */
export function mailInserts({ key: transactionKey, request, updatedAt }: StoredTransaction): Write[] {
  const receipt = { transactionKey, none: 0, dueAt: updatedAt, createdAt: updatedAt };
  if (request.type !== 'AUTHORIZATION') {
    return [write(RECEIPTS.insert, receipt)];
  }
  // No reservation ends earlier; then the mail is postponed to the end by the profile of that time.
  const looksAt = updatedAt + DAY_MS;
  return [
    write(RECEIPTS.insert, receipt),
    write(RESERVATIONS.insert, { ...receipt, dueAt: looksAt, createdAt: looksAt }),
  ];
}
