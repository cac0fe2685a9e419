/** Statements that read encrypted rows a page at a time, and replace each unless it has changed since. */
import { sql } from 'kysely';
import { type Placeholder, type Statement, statement } from '../engine/statement.ts';

interface Page {
  readonly after: number;
  readonly limit: number;
}

export interface SealedColumns {
  readonly key: number;
  readonly merchant_key: number;
  readonly parent: number;
  readonly sealed: Uint8Array | null;
}

interface Replacement {
  readonly key: number;
  readonly parent: number;
  readonly before: Uint8Array;
  readonly sealed: Uint8Array;
}

interface Statements {
  readonly page: Statement<Page, SealedColumns>;
  /** Guard: touches no row that was changed or erased since it was read. */
  readonly replace: Statement<Replacement>;
}

const NO_PARENT = sql<number>`0`.as('parent');

export const cards: Statements = {
  page: statement((db, p: Placeholder<Page>) =>
    db
      .selectFrom('payment_transaction as t')
      .innerJoin('payment_order as o', 'o.key', 't.order_key')
      .select(['t.key', 'o.merchant_key', 't.order_key as parent', 't.sealed_card as sealed'])
      .where('t.key', '>', p('after'))
      .orderBy('t.key')
      .limit(p('limit')),
  ),
  replace: statement((db, p: Placeholder<Replacement>) =>
    db
      .updateTable('payment_transaction')
      .set({ sealed_card: p('sealed') })
      .where('key', '=', p('key'))
      .where('sealed_card', '=', p('before')),
  ),
};

export const sessionCards: Statements = {
  page: statement((db, p: Placeholder<Page>) =>
    db
      .selectFrom('session')
      .select(['key', 'merchant_key', 'sealed_card as sealed', NO_PARENT])
      .where('key', '>', p('after'))
      .orderBy('key')
      .limit(p('limit')),
  ),
  replace: statement((db, p: Placeholder<Replacement>) =>
    db
      .updateTable('session')
      .set({ sealed_card: p('sealed') })
      .where('key', '=', p('key'))
      .where('sealed_card', '=', p('before')),
  ),
};

export const sessionSensitive: Statements = {
  page: statement((db, p: Placeholder<Page>) =>
    db
      .selectFrom('session')
      .select(['key', 'merchant_key', 'sealed_sensitive as sealed', NO_PARENT])
      .where('key', '>', p('after'))
      .orderBy('key')
      .limit(p('limit')),
  ),
  replace: statement((db, p: Placeholder<Replacement>) =>
    db
      .updateTable('session')
      .set({ sealed_sensitive: p('sealed') })
      .where('key', '=', p('key'))
      .where('sealed_sensitive', '=', p('before')),
  ),
};

export const tokens: Statements = {
  page: statement((db, p: Placeholder<Page>) =>
    db
      .selectFrom('token')
      .select(['key', 'merchant_key', 'sealed_card as sealed', NO_PARENT])
      .where('key', '>', p('after'))
      .orderBy('key')
      .limit(p('limit')),
  ),
  replace: statement((db, p: Placeholder<Replacement>) =>
    db
      .updateTable('token')
      .set({ sealed_card: p('sealed') })
      .where('key', '=', p('key'))
      .where('sealed_card', '=', p('before')),
  ),
};

export const customers: Statements = {
  page: statement((db, p: Placeholder<Page>) =>
    db
      .selectFrom('saved_customer')
      .select(['key', 'merchant_key', 'sealed_customer as sealed', NO_PARENT])
      .where('key', '>', p('after'))
      .orderBy('key')
      .limit(p('limit')),
  ),
  replace: statement((db, p: Placeholder<Replacement>) =>
    db
      .updateTable('saved_customer')
      .set({ sealed_customer: p('sealed') })
      .where('key', '=', p('key'))
      .where('sealed_customer', '=', p('before')),
  ),
};

export const authentications: Statements = {
  page: statement((db, p: Placeholder<Page>) =>
    db
      .selectFrom('payer_authentication as pa')
      .innerJoin('payment_order as o', 'o.key', 'pa.order_key')
      .select(['pa.key', 'o.merchant_key', 'pa.order_key as parent', 'pa.sealed_state as sealed'])
      .where('pa.key', '>', p('after'))
      .orderBy('pa.key')
      .limit(p('limit')),
  ),
  replace: statement((db, p: Placeholder<Replacement>) =>
    db
      .updateTable('payer_authentication')
      .set({ sealed_state: p('sealed') })
      .where('key', '=', p('key'))
      .where('sealed_state', '=', p('before')),
  ),
};

/** Keyed by merchant. A page includes all keys of its last merchant. */
export const notificationKeys: Statements = {
  page: statement((db, p: Placeholder<Page>) =>
    db
      .selectFrom('notification_key')
      .select(['merchant_key as key', 'merchant_key', 'generation as parent', 'sealed'])
      .where('merchant_key', 'in', ({ selectFrom }) =>
        selectFrom('notification_key as first')
          .select('first.merchant_key')
          .distinct()
          .where('first.merchant_key', '>', p('after'))
          .orderBy('first.merchant_key')
          .limit(p('limit')),
      )
      .orderBy('merchant_key')
      .orderBy('generation'),
  ),
  replace: statement((db, p: Placeholder<Replacement>) =>
    db
      .updateTable('notification_key')
      .set({ sealed: p('sealed') })
      .where('merchant_key', '=', p('key'))
      .where('generation', '=', p('parent'))
      .where('sealed', '=', p('before')),
  ),
};

export const consoleFactors: Statements = {
  page: statement((db, p: Placeholder<Page>) =>
    db
      .selectFrom('console_person')
      .select(['key', sql<number>`0`.as('merchant_key'), 'sealed_factor as sealed', NO_PARENT])
      .where('key', '>', p('after'))
      .orderBy('key')
      .limit(p('limit')),
  ),
  replace: statement((db, p: Placeholder<Replacement>) =>
    db
      .updateTable('console_person')
      .set({ sealed_factor: p('sealed') })
      .where('key', '=', p('key'))
      .where('sealed_factor', '=', p('before')),
  ),
};

export const consoleViews: Statements = {
  page: statement((db, p: Placeholder<Page>) =>
    db
      .selectFrom('console_view')
      .select(['key', 'merchant_key', 'sealed_view as sealed', NO_PARENT])
      .where('key', '>', p('after'))
      .orderBy('key')
      .limit(p('limit')),
  ),
  replace: statement((db, p: Placeholder<Replacement>) =>
    db
      .updateTable('console_view')
      .set({ sealed_view: p('sealed') })
      .where('key', '=', p('key'))
      .where('sealed_view', '=', p('before')),
  ),
};

export const storeAddresses: Statements = {
  page: statement((db, p: Placeholder<Page>) =>
    db
      .selectFrom('store')
      .select(['number as key', sql<number>`0`.as('merchant_key'), 'sealed_address as sealed', NO_PARENT])
      .where('number', '>', p('after'))
      .orderBy('number')
      .limit(p('limit')),
  ),
  replace: statement((db, p: Placeholder<Replacement>) =>
    db
      .updateTable('store')
      .set({ sealed_address: p('sealed') })
      .where('number', '=', p('key'))
      .where('sealed_address', '=', p('before')),
  ),
};

export const tokenPage = statement((db, p: Placeholder<Page>) =>
  db
    .selectFrom('token')
    .select(['key', 'merchant_key', 'sealed_card', 'fields', 'card_hash'])
    .where('key', '>', p('after'))
    .orderBy('key')
    .limit(p('limit')),
);

export const rehashToken = statement((db, p: Placeholder<{ key: number; before: Uint8Array; cardHash: Uint8Array }>) =>
  db
    .updateTable('token')
    .set({ card_hash: p('cardHash') })
    .where('key', '=', p('key'))
    .where('sealed_card', '=', p('before')),
);

export const customerPage = statement((db, p: Placeholder<Page>) =>
  db
    .selectFrom('saved_customer')
    .select(['key', 'merchant_key', 'sealed_customer', 'customer_hash'])
    .where('key', '>', p('after'))
    .orderBy('key')
    .limit(p('limit')),
);

export const rehashCustomer = statement((db, p: Placeholder<{ key: number; before: Uint8Array; hash: Uint8Array }>) =>
  db
    .updateTable('saved_customer')
    .set({ customer_hash: p('hash') })
    .where('key', '=', p('key'))
    .where('sealed_customer', '=', p('before')),
);

export const profiles = statement((db) =>
  db.selectFrom('merchant').select(['key', 'id', 'profile', 'password_hash', 'former_passwords']).orderBy('key'),
);

export const replaceProfile = statement((db, p: Placeholder<{ key: number; before: string; profile: string }>) =>
  db
    .updateTable('merchant')
    .set({ profile: p('profile') })
    .where('key', '=', p('key'))
    .where('profile', '=', p('before')),
);
