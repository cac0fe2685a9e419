/** Statements over disputes. */
import { type Kysely, sql } from 'kysely';
import { isOfOpenMerchant } from '../engine/open-merchants.ts';
import { type Placeholder, rawQuery, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';

const disputes = (db: Kysely<Schema>) =>
  db
    .selectFrom('dispute as d')
    .innerJoin('payment_order as o', 'o.key', 'd.order_key')
    .select([
      'd.key',
      'd.merchant_key',
      'd.order_key',
      'o.order_id',
      'd.source',
      'd.id',
      'd.is_open',
      'd.due_at',
      'd.changed_at',
      'd.facts',
      'd.mail_at',
    ]);

interface NewRow {
  readonly key: number;
  readonly merchantKey: number;
  readonly orderKey: number;
  readonly source: string;
  readonly id: string;
  readonly byProvider: number;
  readonly isOpen: number;
  readonly dueAt: number;
  readonly changedAt: number;
  readonly facts: string;
  /** The time of the mail about a new dispute. */
  readonly mailAt: number | null;
  /** The time of the mail about the deadline of one that is stored already. */
  readonly remindAt: number | null;
}

/** Keeps a row that has changed later, and a first mail that is still owed. */
export const putDispute = statement((db, p: Placeholder<NewRow>) =>
  db
    .insertInto('dispute')
    .values({
      key: p('key'),
      merchant_key: p('merchantKey'),
      order_key: p('orderKey'),
      source: p('source'),
      id: p('id'),
      by_provider: p('byProvider'),
      is_open: p('isOpen'),
      due_at: p('dueAt'),
      changed_at: p('changedAt'),
      facts: p('facts'),
      mail_at: p('mailAt'),
    })
    .onConflict((c) =>
      c
        .columns(['order_key', 'source', 'id'])
        .doUpdateSet({
          is_open: sql<number>`excluded.is_open`,
          due_at: sql<number>`excluded.due_at`,
          changed_at: sql<number>`excluded.changed_at`,
          facts: sql<string>`excluded.facts`,
          mail_at: sql<number | null>`case when excluded.is_open = 0 then null
            when dispute.mail_at <= excluded.mail_at then dispute.mail_at
            when dispute.due_at = excluded.due_at then dispute.mail_at else ${p('remindAt')} end`,
        })
        .where(sql<boolean>`dispute.changed_at <= excluded.changed_at`),
    ),
);

/** The dispute of the ledger gives way to one that a report or provider describes. */
export const dropLedgerDispute = statement((db, p: Placeholder<{ orderKey: number }>) =>
  db.deleteFrom('dispute').where('order_key', '=', p('orderKey')).where('source', '=', sql<string>`''`),
);

interface LedgerRow {
  readonly key: number;
  readonly merchantKey: number;
  readonly orderKey: number;
  readonly dueAt: number;
  readonly changedAt: number;
  readonly mailAt: number | null;
}

/** The dispute of an order whose money was charged back, if no report or provider describes one. */
export const addLedgerDispute = statement((db, p: Placeholder<LedgerRow>) =>
  rawQuery(
    db,
    sql<never>`insert into dispute (key, merchant_key, order_key, source, id, by_provider, is_open, due_at, changed_at,
        facts, mail_at)
      select key, ${p('merchantKey')}, key, '', '', 0, 1, ${p('dueAt')}, ${p('changedAt')}, '{}', ${p('mailAt')}
      from payment_order where key = ${p('key')}
        and not exists (select 1 from dispute where dispute.order_key = ${p('orderKey')})
      on conflict do nothing`,
  ),
);

/** The ledger's dispute is open again after a further chargeback. */
export const reopenLedgerDispute = statement((db, p: Placeholder<{ orderKey: number; changedAt: number }>) =>
  db
    .updateTable('dispute')
    .set({ is_open: sql.lit(1), changed_at: p('changedAt') })
    .where('order_key', '=', p('orderKey'))
    .where('source', '=', sql<string>`''`)
    .where('is_open', '=', sql.lit(0)),
);

/** Closes those that no provider closes, once the money was returned. */
export const closeReturned = statement((db, p: Placeholder<{ orderKey: number; changedAt: number; none: null }>) =>
  db
    .updateTable('dispute')
    .set({ is_open: sql.lit(0), changed_at: p('changedAt'), mail_at: p('none') })
    .where('order_key', '=', p('orderKey'))
    .where('by_provider', '=', sql.lit(0))
    .where('is_open', '=', sql.lit(1)),
);

export const disputesOfOrder = statement((db, p: Placeholder<{ orderKey: number }>) =>
  disputes(db).where('d.order_key', '=', p('orderKey')).orderBy('d.key'),
);

export const findDispute = statement((db, p: Placeholder<{ key: number }>) =>
  disputes(db).where('d.key', '=', p('key')),
);

interface Page {
  readonly merchantKey: number;
  readonly overdueSince: number;
  readonly at: number;
  readonly key: number;
  readonly limit: number;
}

export const openDisputes = statement((db, p: Placeholder<Page>) =>
  disputes(db)
    .where('d.merchant_key', '=', p('merchantKey'))
    .where('d.is_open', '=', sql.lit(1))
    .where('d.due_at', '>=', p('overdueSince'))
    .where(sql<boolean>`(d.due_at, d.key) > (${p('at')}, ${p('key')})`)
    .orderBy('d.due_at')
    .orderBy('d.key')
    .limit(p('limit')),
);

export const closedDisputes = statement((db, p: Placeholder<Page>) =>
  disputes(db)
    .where('d.merchant_key', '=', p('merchantKey'))
    .where((eb) => eb.or([eb('d.is_open', '=', sql.lit(0)), eb('d.due_at', '<', p('overdueSince'))]))
    .where(sql<boolean>`(d.changed_at, d.key) < (${p('at')}, ${p('key')})`)
    .orderBy('d.changed_at', 'desc')
    .orderBy('d.key', 'desc')
    .limit(p('limit')),
);

export const disputesToMail = statement((db, p: Placeholder<{ now: number; limit: number }>) =>
  disputes(db)
    .where('d.mail_at', '<=', p('now'))
    .where(isOfOpenMerchant('d.merchant_key'))
    .orderBy('d.mail_at')
    .limit(p('limit')),
);

/** Guard: each mail is queued once, also if the dispute moves to another store. */
export const noteDisputeMail = statement((db, p: Placeholder<{ key: number; before: number; next: number | null }>) =>
  db
    .updateTable('dispute')
    .set({ mail_at: p('next') })
    .where('key', '=', p('key'))
    .where('mail_at', '=', p('before'))
    .where(isOfOpenMerchant('dispute.merchant_key')),
);
