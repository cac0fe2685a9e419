import type { StoredTransaction } from '../../../core/ports/index.ts';
import { type Write, write } from '../engine/engine.ts';
import { insertReceipt } from './statements.ts';

/** The write that commits with an outcome for which the payer gets a receipt. */
export function receiptInsert({ key: transactionKey, updatedAt }: StoredTransaction): Write {
  return write(insertReceipt, { transactionKey, none: 0, dueAt: updatedAt, createdAt: updatedAt });
}
