/** Statements that write the index of orders, and read the records of which its rows are made. */
import { sql } from 'kysely';
import { insertion } from '../engine/insertion.ts';
import { type Placeholder, rawQuery, statement } from '../engine/statement.ts';
import { withOutcome } from '../transactions/selections.ts';

interface Keys {
  /** As `keyList` writes them. */
  readonly keys: string;
}

export const previousRows = statement((db, p: Placeholder<Keys>, { isOneOf }) =>
  db
    .selectFrom('order_index')
    .select(['order_key', 'revision', 'generation', 'terms', 'counted'])
    .where(isOneOf('order_key', p('keys'))),
);

export const ordersByKeys = statement((db, p: Placeholder<Keys>, { isOneOf }) =>
  db
    .selectFrom('payment_order')
    .select(['key', 'merchant_key', 'order_id', 'state', 'locked_by', 'fence', 'created_at', 'updated_at'])
    .where(isOneOf('key', p('keys'))),
);

export const transactionsOfOrders = statement((db, p: Placeholder<Keys>, { isOneOf }) =>
  withOutcome(db).where(isOneOf('t.order_key', p('keys'))),
);

export const providerReferences = statement((db, p: Placeholder<Keys>, { isOneOf }) =>
  db
    .selectFrom('payment_transaction as t')
    .innerJoin('browser_payment as b', 'b.transaction_key', 't.key')
    .select(['b.transaction_key', 'b.provider_reference'])
    .where(isOneOf('t.order_key', p('keys')))
    .where('b.provider_reference', 'is not', null),
);

export const checkoutEvents = statement((db, p: Placeholder<Keys>, { isOneOf }) =>
  db
    .selectFrom('payment_order as o')
    .innerJoin('checkout_event as e', (join) =>
      join.onRef('e.merchant_key', '=', 'o.merchant_key').onRef('e.order_id', '=', 'o.order_id'),
    )
    .select(['o.key', 'e.event', 'e.created_at'])
    .where(isOneOf('o.key', p('keys')))
    .where('e.order_id', 'is not', null),
);

const COLUMNS = {
  order_key: ['orderKey', 'bigint'],
  merchant_key: ['merchantKey', 'bigint'],
  order_id: ['orderId', 'text'],
  status: ['status', 'text'],
  currency: ['currency', 'text'],
  amount: ['amount', 'text'],
  total_authorized: ['totalAuthorized', 'text'],
  total_captured: ['totalCaptured', 'text'],
  total_refunded: ['totalRefunded', 'text'],
  total_charged_back: ['totalChargedBack', 'text'],
  method: ['method', 'text'],
  brand: ['brand', 'text'],
  last_four: ['lastFour', 'text'],
  reference: ['reference', 'text'],
  provider_reference: ['providerReference', 'text'],
  decline_code: ['declineCode', 'text'],
  acquirer_code: ['acquirerCode', 'text'],
  steps: ['steps', 'text'],
  terms: ['terms', 'text'],
  counted: ['counted', 'text'],
  generation: ['generation', 'bigint'],
  revision: ['revision', 'bigint'],
  created_at: ['createdAt', 'bigint'],
  updated_at: ['updatedAt', 'bigint'],
} as const;
const CHANGING = Object.keys(COLUMNS).filter((column) => column !== 'order_key');

/** Guard: touches no row if the order's row was written since its revision was read. */
export const putRow = insertion('order_index', COLUMNS, {
  identity: 'order_key',
  conflict: {
    columns: ['order_key'],
    set: `${CHANGING.map((column) => `${column} = excluded.${column}`).join(', ')} where order_index.revision = excluded.revision - 1`,
  },
});

/** @param rows of kind, value, merchant's key and order's key, JSON */
export const addTerms = statement((db, p: Placeholder<{ rows: string }>, { rowsOf }) =>
  rawQuery(
    db,
    sql<never>`insert into order_term (kind, value, merchant_key, order_key) select c0, c1, c2, c3
      from ${rowsOf(p('rows'), ['text', 'text', 'bigint', 'bigint'])} where true on conflict do nothing`,
  ),
);

interface Term {
  readonly kind: string;
  readonly value: string;
  readonly merchantKey: number;
  readonly orderKey: number;
}

export const removeTerm = statement((db, p: Placeholder<Term>) =>
  db
    .deleteFrom('order_term')
    .where('kind', '=', p('kind'))
    .where('value', '=', p('value'))
    .where('merchant_key', '=', p('merchantKey'))
    .where('order_key', '=', p('orderKey')),
);

const COUNT_TYPES = ['bigint', 'bigint', ...Array(8).fill('text'), 'bigint', 'bigint', 'bigint'] as const;

/** @param rows as `CountChanges` makes them, JSON */
export const addCounts = statement((db, p: Placeholder<{ rows: string }>, { rowsOf }) =>
  rawQuery(
    db,
    sql<never>`insert into order_count (generation, merchant_key, day, currency, kind, result, method, brand, processor,
        reason, times, volume_billions, volume_units)
      select c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12 from ${rowsOf(p('rows'), COUNT_TYPES)} where true
      on conflict (generation, merchant_key, day, currency, kind, result, method, brand, processor, reason)
      do update set times = order_count.times + excluded.times,
        volume_billions = order_count.volume_billions + excluded.volume_billions,
        volume_units = order_count.volume_units + excluded.volume_units`,
  ),
);

/**
 * Guard: touches no row if the order's row was written since its revision was read. Removes the terms of the order at
 * once; the next entry has those that stay.
 */
export const eraseTerms = statement((db, p: Placeholder<{ key: number; terms: string; revision: number }>) =>
  db
    .updateTable('order_index')
    .set({ terms: p('terms'), revision: sql<number>`revision + 1` })
    .where('order_key', '=', p('key'))
    .where('revision', '=', p('revision')),
);
