/**
 * Conditions that leave out the rows of merchants that are closed here, because they are moved to another store. The
 * table of moves is almost always empty.
 */
import { sql } from 'kysely';
import { type Engine, StoreError } from './engine.ts';
import { type Placeholder, statement } from './statement.ts';

/** A merchant whose requests wait: a repeat will soon be served, here or by the other store. */
export class MerchantClosed extends StoreError {
  constructor(id: string) {
    super(`The merchant ${id} is being moved to another store.`);
  }
}

const closedMerchant = statement((db, p: Placeholder<{ merchantKey: number; one: number }>) =>
  db
    .selectFrom('merchant_move')
    .select('merchant_id')
    .where('merchant_key', '=', p('merchantKey'))
    .where('is_closed', '=', p('one')),
);

const goneMerchant = statement((db, p: Placeholder<{ id: string; one: number }>) =>
  db
    .selectFrom('merchant_move')
    .select('merchant_id')
    .where('merchant_id', '=', p('id'))
    .where('is_closed', '=', p('one')),
);

/**
 * Call it for a merchant that is not in the store, since a process may have read the directory before the merchant
 * moved.
 *
 * @throws MerchantClosed if the merchant has gone to another store
 */
export async function refuseGone(engine: Engine, id: string): Promise<void> {
  if ((await engine.read(goneMerchant, { id, one: 1 })).length > 0) {
    throw new MerchantClosed(id);
  }
}

/** Call it after a guard of `OPEN_MERCHANT` may have failed. @throws MerchantClosed if the merchant is closed here */
export async function refuseClosed(engine: Engine, merchantKey: number): Promise<void> {
  const [closed] = await engine.read(closedMerchant, { merchantKey, one: 1 });
  if (closed !== undefined) {
    throw new MerchantClosed(closed.merchant_id);
  }
}

/** The condition's SQL before and after the key of a merchant. */
export const OPEN_MERCHANT = [
  'not exists (select 1 from merchant_move as mm where mm.is_closed = 1 and mm.merchant_key = ',
  ')',
] as const;

/** @param column the qualified column of a merchant's key */
export const isOfOpenMerchant = (column: string) =>
  sql<boolean>`${sql.raw(OPEN_MERCHANT[0])}${sql.ref(column)}${sql.raw(OPEN_MERCHANT[1])}`;

/** @param column the qualified column of an order's key */
export const isOfOpenOrder = (column: string) =>
  sql<boolean>`not exists (select 1 from payment_order as mo join merchant_move as mm on mm.merchant_key = mo.merchant_key
    where mo.key = ${sql.ref(column)} and mm.is_closed = 1)`;

/** @param column the qualified column of a transaction's key */
export const isOfOpenTransaction = (column: string) =>
  sql<boolean>`not exists (select 1 from payment_transaction as mt join payment_order as mo on mo.key = mt.order_key
    join merchant_move as mm on mm.merchant_key = mo.merchant_key
    where mt.key = ${sql.ref(column)} and mm.is_closed = 1)`;

/** @param column the qualified column of the session's key of a checkout's event */
export const isOfOpenEvent = (column: string) =>
  sql<boolean>`not exists (select 1 from checkout_event as me join merchant_move as mm
    on mm.merchant_key = me.merchant_key where me.session_key = ${sql.ref(column)} and mm.is_closed = 1)`;
