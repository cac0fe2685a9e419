/** Statements over a queue of mails: claimed by one process, removed when sent or abandoned. */
import { sql } from 'kysely';
import { isClaimable, NOBODY } from '../engine/claiming-rows.ts';
import { isOfOpenTransaction } from '../engine/open-merchants.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';

interface Claim {
  readonly owner: number;
  readonly now: number;
  readonly limit: number;
  readonly dueAt: number;
}

interface OfMail {
  readonly key: number;
}

interface OwnedMail extends OfMail {
  readonly owner: number;
}

export type MailQueueStatements = ReturnType<typeof queueStatements>;

/** @param keyName the column that identifies a row */
export function queueStatements<Name extends keyof Pick<Schema, 'receipt_mail' | 'reservation_mail' | 'staff_mail'>>(
  name: Name,
  keyName: Name extends 'staff_mail' ? 'key' : 'transaction_key',
) {
  // Kysely types a union of tables less exactly; the tables have the same columns, except for the name of the key.
  const [table, column] = [name as 'receipt_mail', keyName as 'transaction_key'];
  return {
    /** Stores the claim as a failed attempt, so that the row is correct even if the process dies during the attempt. */
    claim: statement((db, p: Placeholder<Claim>, { skipLocked }) =>
      db
        .updateTable(table)
        .set({ owner: p('owner'), due_at: p('dueAt'), tries: sql`tries + 1` })
        .where(
          column,
          'in',
          skipLocked(
            db
              .selectFrom(table)
              .select(column)
              .where('due_at', '<=', p('now'))
              .where(isClaimable(p))
              // Mails to people stay in a store that their merchant has left: they are made where it lives.
              .$if(name !== 'staff_mail', (query) => query.where(isOfOpenTransaction(`${name}.transaction_key`)))
              .orderBy('due_at')
              .limit(p('limit')),
          ),
        )
        .returning([`${column} as key`, 'tries', 'created_at']),
    ),

    /** Does not touch a row that another process has claimed. */
    failed: statement((db, p: Placeholder<OwnedMail & { dueAt: number }>) =>
      db
        .updateTable(table)
        .set({ owner: NOBODY, due_at: p('dueAt') })
        .where(column, '=', p('key'))
        .where('owner', '=', p('owner')),
    ),

    /** The mail is owed only from the given time on; the claim counts as no attempt. */
    postponed: statement((db, p: Placeholder<OwnedMail & { dueAt: number; owedFrom: number; none: number }>) =>
      db
        .updateTable(table)
        .set({ owner: NOBODY, due_at: p('dueAt'), created_at: p('owedFrom'), tries: p('none') })
        .where(column, '=', p('key'))
        .where('owner', '=', p('owner')),
    ),

    remove: statement((db, p: Placeholder<OfMail>) => db.deleteFrom(table).where(column, '=', p('key'))),

    /** The row stays until it is due again, which is after the end of its attempts. */
    abandon: statement((db, p: Placeholder<OfMail & { keptMs: number }>) =>
      db
        .updateTable(table)
        .set({ owner: NOBODY, due_at: sql`created_at + ${p('keptMs')}` })
        .where(column, '=', p('key')),
    ),

    find: statement((db, p: Placeholder<OfMail>) =>
      db.selectFrom(table).select(['due_at', 'created_at']).where(column, '=', p('key')),
    ),
  };
}
