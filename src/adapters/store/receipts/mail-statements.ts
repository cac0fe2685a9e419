/** Statements over mails to payers, which are stored with an outcome. */
import { insertion } from '../engine/insertion.ts';
import type { ReceiptTables } from '../schema/receipts.ts';
import { queueStatements } from './queue-statements.ts';

/** Receipts after a payment, refund or void. */
export const RECEIPTS = mailStatements('receipt_mail');

/** Mails about reservations that end by themselves. */
export const RESERVATIONS = mailStatements('reservation_mail');

function mailStatements(name: keyof ReceiptTables) {
  return {
    ...queueStatements(name, 'transaction_key'),
    insert: insertion(
      // Kysely types a union of tables less exactly; the tables have the same columns.
      name as 'receipt_mail',
      {
        transaction_key: ['transactionKey', 'bigint'],
        tries: ['none', 'bigint'],
        due_at: ['dueAt', 'bigint'],
        created_at: ['createdAt', 'bigint'],
      },
      // The commit of the outcome must not fail because the mail exists already.
      { identity: 'transaction_key', conflict: { columns: ['transaction_key'] } },
    ),
  };
}
