/** Statements over mails to payers: stored with an outcome, claimed by one process, removed when sent or abandoned. */
import { sql } from 'kysely';
import { isClaimable, NOBODY } from '../engine/claiming-rows.ts';
import { insertion } from '../engine/insertion.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { ReceiptTables } from '../schema/receipts.ts';

interface Claim {
  readonly owner: number;
  readonly now: number;
  readonly limit: number;
  readonly dueAt: number;
}

interface OfMail {
  readonly transactionKey: number;
}

interface OwnedMail extends OfMail {
  readonly owner: number;
}

export type MailStatements = ReturnType<typeof mailStatements>;

/** Receipts after a payment, refund or void. */
export const RECEIPTS = mailStatements('receipt_mail');

/** Mails about reservations that end by themselves. */
export const RESERVATIONS = mailStatements('reservation_mail');

function mailStatements(name: keyof ReceiptTables) {
  // Kysely types a union of tables less exactly; the tables have the same columns.
  const table = name as 'receipt_mail';
  return {
    insert: insertion(
      table,
      {
        transaction_key: ['transactionKey', 'bigint'],
        tries: ['none', 'bigint'],
        due_at: ['dueAt', 'bigint'],
        created_at: ['createdAt', 'bigint'],
      },
      // The commit of the outcome must not fail because the mail exists already.
      { identity: 'transaction_key', conflict: { columns: ['transaction_key'] } },
    ),

    /** Stores the claim as a failed attempt, so that the row is correct even if the process dies during the attempt. */
    claim: statement((db, p: Placeholder<Claim>, { skipLocked }) =>
      db
        .updateTable(table)
        .set({ owner: p('owner'), due_at: p('dueAt'), tries: sql`tries + 1` })
        .where(
          'transaction_key',
          'in',
          skipLocked(
            db
              .selectFrom(table)
              .select('transaction_key')
              .where('due_at', '<=', p('now'))
              .where(isClaimable(p))
              .orderBy('due_at')
              .limit(p('limit')),
          ),
        )
        .returning(['transaction_key', 'tries', 'created_at']),
    ),

    /** Does not touch a row that another process has claimed. */
    failed: statement((db, p: Placeholder<OwnedMail & { dueAt: number }>) =>
      db
        .updateTable(table)
        .set({ owner: NOBODY, due_at: p('dueAt') })
        .where('transaction_key', '=', p('transactionKey'))
        .where('owner', '=', p('owner')),
    ),

    /** The mail is owed only from the given time on; the claim counts as no attempt. */
    postponed: statement((db, p: Placeholder<OwnedMail & { dueAt: number; owedFrom: number; none: number }>) =>
      db
        .updateTable(table)
        .set({ owner: NOBODY, due_at: p('dueAt'), created_at: p('owedFrom'), tries: p('none') })
        .where('transaction_key', '=', p('transactionKey'))
        .where('owner', '=', p('owner')),
    ),

    remove: statement((db, p: Placeholder<OfMail>) =>
      db.deleteFrom(table).where('transaction_key', '=', p('transactionKey')),
    ),

    /** The row stays until it is due again, which is after the end of its attempts. */
    abandon: statement((db, p: Placeholder<OfMail & { keptMs: number }>) =>
      db
        .updateTable(table)
        .set({ owner: NOBODY, due_at: sql`created_at + ${p('keptMs')}` })
        .where('transaction_key', '=', p('transactionKey')),
    ),

    find: statement((db, p: Placeholder<OfMail>) =>
      db.selectFrom(table).select(['due_at', 'created_at']).where('transaction_key', '=', p('transactionKey')),
    ),
  };
}
