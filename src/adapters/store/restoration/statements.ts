/**
 * Statements over the state of a restored store, and over the orders and transactions that are adopted from ledgers.
 */
import type { Kysely } from 'kysely';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';

export const restoredRows = statement((db) => db.selectFrom('restored_store').select(['name', 'at']));

export const putRestoredRow = statement((db, p: Placeholder<{ name: string; at: number }>) =>
  db
    .insertInto('restored_store')
    .values({ name: p('name'), at: p('at') })
    .onConflict((c) => c.column('name').doUpdateSet({ at: p('at') })),
);

export const deleteRestoredRows = statement((db) => db.deleteFrom('restored_store'));

/** The providers of all stored browser payments. */
export const usedProviders = statement((db) => db.selectFrom('browser_payment').select('provider').distinct());

/**
 * Checks whether a key is in use. A key permanently identifies one message to the acquirer, so it must not be allocated
 * again.
 */
export const selectTransactionKey = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('payment_transaction').select('key').where('key', '=', p('key')),
);

interface NewState {
  readonly key: number;
  readonly fence: number;
  readonly state: string;
}

/**
 * Writes even if a process has locked the order, because that process reads the state again before it completes its
 * transaction.
 */
export const setState = statement((db, p: Placeholder<NewState>) =>
  db
    .updateTable('payment_order')
    .set({ state: p('state') })
    .where('key', '=', p('key'))
    .where('fence', '=', p('fence')),
);

export const insertBarred = statement((db, p: Placeholder<{ orderKey: number; movements: string; at: number }>) =>
  db
    .insertInto('barred_order')
    .values({ order_key: p('orderKey'), movements: p('movements'), barred_at: p('at') })
    .onConflict((c) => c.column('order_key').doUpdateSet({ movements: p('movements') })),
);

export const deleteBarred = statement((db, p: Placeholder<{ orderKey: number }>) =>
  db.deleteFrom('barred_order').where('order_key', '=', p('orderKey')),
);

const selectBarred = (db: Kysely<Schema>) =>
  db
    .selectFrom('barred_order as b')
    .innerJoin('payment_order as o', 'o.key', 'b.order_key')
    .innerJoin('merchant as m', 'm.key', 'o.merchant_key')
    .select(['m.id as merchant_id', 'o.order_id', 'b.movements', 'b.barred_at']);

export const barredOrders = statement((db, p: Placeholder<{ limit: number }>) =>
  selectBarred(db).orderBy('b.barred_at').orderBy('b.order_key').limit(p('limit')),
);
