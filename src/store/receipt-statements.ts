/** Statements over receipts: stored with an outcome, claimed by one process, removed when they are sent or given up. */
import { sql } from 'kysely';
import { isClaimable, NOBODY } from './claiming-rows.ts';
import { insertion } from './insertion.ts';
import { type Placeholder, statement } from './statement.ts';

export const insertReceipt = insertion(
  'receipt_mail',
  {
    transaction_key: ['transactionKey', 'bigint'],
    tries: ['none', 'bigint'],
    due_at: ['dueAt', 'bigint'],
    created_at: ['createdAt', 'bigint'],
  },
  // An outcome is never refused for want of its mail.
  { identity: 'transaction_key', conflict: { columns: ['transaction_key'] } },
);

interface Claim {
  readonly owner: number;
  readonly now: number;
  readonly limit: number;
  readonly dueAt: number;
}

/** Claimed as if the attempt had failed already: if the process dies during it, the row is still correct. */
export const claimReceipts = statement((db, p: Placeholder<Claim>, { skipLocked }) =>
  db
    .updateTable('receipt_mail')
    .set({ owner: p('owner'), due_at: p('dueAt'), tries: sql`tries + 1` })
    .where(
      'transaction_key',
      'in',
      skipLocked(
        db
          .selectFrom('receipt_mail')
          .select('transaction_key')
          .where('due_at', '<=', p('now'))
          .where(isClaimable(p))
          .orderBy('due_at')
          .limit(p('limit')),
      ),
    )
    .returning(['transaction_key', 'tries', 'created_at']),
);

interface Owned {
  readonly transactionKey: number;
  readonly owner: number;
}

/** Touches nothing that another process has claimed meanwhile, as `removeReceipt`. */
export const receiptFailed = statement((db, p: Placeholder<Owned & { dueAt: number }>) =>
  db
    .updateTable('receipt_mail')
    .set({ owner: NOBODY, due_at: p('dueAt') })
    .where('transaction_key', '=', p('transactionKey'))
    .where('owner', '=', p('owner')),
);

export const removeReceipt = statement((db, p: Placeholder<{ transactionKey: number }>) =>
  db.deleteFrom('receipt_mail').where('transaction_key', '=', p('transactionKey')),
);
