/** Statements over receipts: stored with an outcome, claimed by one process, and removed when sent or abandoned. */
import { sql } from 'kysely';
import { isClaimable, NOBODY } from '../engine/claiming-rows.ts';
import { insertion } from '../engine/insertion.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

export const insertReceipt = insertion(
  'receipt_mail',
  {
    transaction_key: ['transactionKey', 'bigint'],
    tries: ['none', 'bigint'],
    due_at: ['dueAt', 'bigint'],
    created_at: ['createdAt', 'bigint'],
  },
  // The commit of the outcome must not fail because the receipt exists already.
  { identity: 'transaction_key', conflict: { columns: ['transaction_key'] } },
);

interface Claim {
  readonly owner: number;
  readonly now: number;
  readonly limit: number;
  readonly dueAt: number;
}

/** Stores the claim as a failed attempt, so that the row is correct even if the process dies during the attempt. */
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

interface OwnedReceipt {
  readonly transactionKey: number;
  readonly owner: number;
}

/** Does not touch a row that another process has claimed. */
export const receiptFailed = statement((db, p: Placeholder<OwnedReceipt & { dueAt: number }>) =>
  db
    .updateTable('receipt_mail')
    .set({ owner: NOBODY, due_at: p('dueAt') })
    .where('transaction_key', '=', p('transactionKey'))
    .where('owner', '=', p('owner')),
);

export const removeReceipt = statement((db, p: Placeholder<{ transactionKey: number }>) =>
  db.deleteFrom('receipt_mail').where('transaction_key', '=', p('transactionKey')),
);

/** The row stays until it is due again, which is after the end of its attempts. */
export const abandonReceipt = statement((db, p: Placeholder<{ transactionKey: number; keptMs: number }>) =>
  db
    .updateTable('receipt_mail')
    .set({ owner: NOBODY, due_at: sql`created_at + ${p('keptMs')}` })
    .where('transaction_key', '=', p('transactionKey')),
);

export const receiptOf = statement((db, p: Placeholder<{ transactionKey: number }>) =>
  db.selectFrom('receipt_mail').select(['due_at', 'created_at']).where('transaction_key', '=', p('transactionKey')),
);
