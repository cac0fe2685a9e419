/** Statements over the files and entries of settlement reports. */
import type { Kysely } from 'kysely';
import { insertion } from '../engine/insertion.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';

export const insertFile = insertion(
  'settlement_file',
  {
    key: ['key', 'bigint'],
    source: ['source', 'text'],
    hash: ['hash', 'text'],
    name: ['name', 'text'],
    entries: ['entries', 'bigint'],
    created_at: ['createdAt', 'bigint'],
  },
  { identity: 'key', conflict: { columns: ['source', 'hash'] } },
);

const files = (db: Kysely<Schema>) =>
  db.selectFrom('settlement_file').select(['key', 'source', 'hash', 'name', 'entries', 'done_at']);

export const findFile = statement((db, p: Placeholder<{ source: string; hash: string }>) =>
  files(db).where('source', '=', p('source')).where('hash', '=', p('hash')),
);

export const unfinishedFiles = statement((db) => files(db).where('done_at', 'is', null).orderBy('key'));

export const fileDone = statement((db, p: Placeholder<{ key: number; at: number }>) =>
  db
    .updateTable('settlement_file')
    .set({ done_at: p('at') })
    .where('key', '=', p('key')),
);

export const insertBookEntry = insertion(
  'settlement_entry',
  {
    key: ['key', 'bigint'],
    source: ['source', 'text'],
    id: ['id', 'text'],
    entry: ['entry', 'text'],
    order_key: ['orderKey', 'bigint'],
    booked: ['booked', 'bigint'],
    created_at: ['createdAt', 'bigint'],
    payout_key: ['payoutKey', 'bigint'],
  },
  { identity: 'key', conflict: { columns: ['source', 'id'] } },
);

/** Books an entry whose order was missing, or could not be changed, when the entry was stored. */
export const bookEntry = statement(
  (
    db,
    p: Placeholder<{ key: number; orderKey: number | null; payoutKey: number | null; booked: number; open: number }>,
  ) =>
    db
      .updateTable('settlement_entry')
      .set({ order_key: p('orderKey'), payout_key: p('payoutKey'), booked: p('booked') })
      .where('key', '=', p('key'))
      .where('booked', '=', p('open')),
);

const entries = (db: Kysely<Schema>) =>
  db.selectFrom('settlement_entry').select(['key', 'entry', 'order_key', 'payout_key', 'booked']);

export const entriesOfPayout = statement((db, p: Placeholder<{ payoutKey: number; after: number; limit: number }>) =>
  entries(db).where('payout_key', '=', p('payoutKey')).where('key', '>', p('after')).orderBy('key').limit(p('limit')),
);

export const findEntry = statement((db, p: Placeholder<{ source: string; id: string }>) =>
  entries(db).where('source', '=', p('source')).where('id', '=', p('id')),
);

export const entryPage = statement((db, p: Placeholder<{ after: number; limit: number }>) =>
  entries(db).where('key', '>', p('after')).orderBy('key').limit(p('limit')),
);

/** The entries of a page of orders. */
export const entriesOfPage = statement((db, p: Placeholder<{ after: number; last: number }>) =>
  entries(db).where('order_key', '>', p('after')).where('order_key', '<=', p('last')).orderBy('order_key'),
);

const references = (db: Kysely<Schema>) =>
  db
    .selectFrom('browser_payment as b')
    .innerJoin('payment_transaction as t', 't.key', 'b.transaction_key')
    .innerJoin('payment_order as o', 'o.key', 't.order_key')
    .innerJoin('merchant as m', 'm.key', 'o.merchant_key')
    .select(['o.key as order_key', 'o.order_id', 'm.id as merchant_id']);

export const byReference = statement((db, p: Placeholder<{ reference: string }>) =>
  references(db).where('b.reference', '=', p('reference')),
);

export const byProviderReference = statement((db, p: Placeholder<{ reference: string; limit: number }>) =>
  references(db).where('b.provider_reference', '=', p('reference')).limit(p('limit')),
);
