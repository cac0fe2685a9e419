/** Statements over the directory of stores. */
import { type Placeholder, statement } from '../engine/statement.ts';

/** The key of the only row of `store_directory`. */
export const ONLY = 1;

export const insertDirectory = statement(
  (db, p: Placeholder<{ key: number; id: string; changes: number; lastNumber: number }>) =>
    db
      .insertInto('store_directory')
      .values({ key: p('key'), id: p('id'), changes: p('changes'), last_number: p('lastNumber') })
      .onConflict((c) => c.column('key').doNothing()),
);

export const selectDirectory = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('store_directory').select(['id', 'changes', 'last_number']).where('key', '=', p('key')),
);

export const countChange = statement((db, p: Placeholder<{ key: number; one: number }>) =>
  db
    .updateTable('store_directory')
    .set(({ eb }) => ({ changes: eb('changes', '+', p('one')) }))
    .where('key', '=', p('key')),
);

/** Guard: touches no row if another process took the number meanwhile. */
export const takeNumber = statement(
  (db, p: Placeholder<{ key: number; before: number; number: number; one: number }>) =>
    db
      .updateTable('store_directory')
      .set(({ eb }) => ({ last_number: p('number'), changes: eb('changes', '+', p('one')) }))
      .where('key', '=', p('key'))
      .where('last_number', '=', p('before')),
);

export const selectStores = statement((db) =>
  db.selectFrom('store').select(['number', 'name', 'sealed_address', 'woken', 'closing']).orderBy('number'),
);

/** Guard: touches no row if another store has the name or the number. */
export const insertStore = statement(
  (db, p: Placeholder<{ number: number; name: string; sealedAddress: Uint8Array; now: number }>) =>
    db
      .insertInto('store')
      .values({ number: p('number'), name: p('name'), sealed_address: p('sealedAddress'), added_at: p('now') })
      .onConflict((c) => c.doNothing()),
);

/** Guard: touches no row if a merchant is placed in the store. */
export const deleteStore = statement((db, p: Placeholder<{ number: number }>) =>
  db
    .deleteFrom('store')
    .where('number', '=', p('number'))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('store_merchant').select('merchant_id').whereRef('store_number', '=', 'store.number'))),
    ),
);

/** Guard: touches no row if a merchant is placed in the store, or it is not closed under this name. */
export const deleteClosedStore = statement((db, p: Placeholder<{ number: number; closing: string }>) =>
  db
    .deleteFrom('store')
    .where('number', '=', p('number'))
    .where('closing', '=', p('closing'))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('store_merchant').select('merchant_id').whereRef('store_number', '=', 'store.number'))),
    ),
);

/** Guard: touches no row if the store is closed already. */
export const closeStore = statement((db, p: Placeholder<{ number: number; closing: string }>) =>
  db
    .updateTable('store')
    .set({ closing: p('closing') })
    .where('number', '=', p('number'))
    .where('closing', 'is', null),
);

/** Guard: touches no row if the store is not closed under this name. */
export const reopenStore = statement((db, p: Placeholder<{ number: number; closing: string }>) =>
  db
    .updateTable('store')
    .set(({ lit }) => ({ closing: lit(null) }))
    .where('number', '=', p('number'))
    .where('closing', '=', p('closing')),
);

/** Guard: touches no row if the store is not closed under this name. */
export const readdressStore = statement(
  (db, p: Placeholder<{ number: number; closing: string; sealedAddress: Uint8Array }>) =>
    db
      .updateTable('store')
      .set(({ lit }) => ({ closing: lit(null), sealed_address: p('sealedAddress') }))
      .where('number', '=', p('number'))
      .where('closing', '=', p('closing')),
);

export const wakeStore = statement((db, p: Placeholder<{ number: number; one: number }>) =>
  db
    .updateTable('store')
    .set(({ eb }) => ({ woken: eb('woken', '+', p('one')) }))
    .where('number', '=', p('number')),
);

export const selectMerchants = statement((db) =>
  db.selectFrom('store_merchant').select(['merchant_id', 'store_number']),
);

export const selectMerchant = statement((db, p: Placeholder<{ id: string }>) =>
  db.selectFrom('store_merchant').select('store_number').where('merchant_id', '=', p('id')),
);

/** Guard: touches no row if the merchant has one. */
export const insertMerchant = statement((db, p: Placeholder<{ id: string; number: number }>) =>
  db
    .insertInto('store_merchant')
    .values({ merchant_id: p('id'), store_number: p('number') })
    .onConflict((c) => c.column('merchant_id').doNothing()),
);

/** Guard: touches no row if the merchant is in another store. */
export const deleteMerchant = statement((db, p: Placeholder<{ id: string; number: number }>) =>
  db.deleteFrom('store_merchant').where('merchant_id', '=', p('id')).where('store_number', '=', p('number')),
);

/** Guard: touches no row if the merchant is in another store. */
export const moveMerchant = statement((db, p: Placeholder<{ id: string; from: number; to: number }>) =>
  db
    .updateTable('store_merchant')
    .set({ store_number: p('to') })
    .where('merchant_id', '=', p('id'))
    .where('store_number', '=', p('from')),
);
