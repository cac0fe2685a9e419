/** Statements that find and erase a customer's data. The searches go page by page, for an operator's command. */
import { type Placeholder, statement } from '../engine/statement.ts';

/** Increments the revision, so that a process that read the old purpose must read it again. */
export const setPurpose = statement((db, p: Placeholder<{ key: number; purpose: string; one: number }>) =>
  db
    .updateTable('payer_authentication')
    .set((eb) => ({ purpose: p('purpose'), revision: eb('revision', '+', p('one')) }))
    .where('key', '=', p('key')),
);

/** Erases the network addresses of payer and merchant, but not the sources of the gateway's own queries. */
export const eraseSources = statement(
  (db, p: Placeholder<{ key: number; empty: string; payer: 'PAYER'; merchant: 'MERCHANT' }>) =>
    db
      .updateTable('browser_payment_event')
      .set({ source: p('empty') })
      .where('transaction_key', '=', p('key'))
      .where((eb) => eb.or([eb('actor', '=', p('payer')), eb('actor', '=', p('merchant'))])),
);

/** Erases the free text that people wrote with their decision on a payment under risk review. */
export const eraseReviewTexts = statement((db, p: Placeholder<{ key: number; none: null }>) =>
  db
    .updateTable('risk_review')
    .set({ decision_reason: p('none'), note: p('none') })
    .where('transaction_key', '=', p('key')),
);

interface OrderOfLink {
  readonly merchantKey: number;
  readonly orderId: string;
  readonly one: number;
  readonly open: 'OPEN';
}

/** The links for one payment whose place the order has. Without a place, the link is another payer's. */
export const linksOfOrder = statement((db, p: Placeholder<OrderOfLink>) =>
  db
    .selectFrom('payment_link as l')
    .innerJoin('link_order as b', 'b.link_key', 'l.key')
    .select(['l.key', 'l.terms'])
    .where('l.merchant_key', '=', p('merchantKey'))
    .where('l.payments_max', '=', p('one'))
    .where('b.order_id', '=', p('orderId'))
    .where('b.state', '!=', p('open')),
);

export const linkTexts = statement((db, p: Placeholder<{ merchantKey: number; after: number; limit: number }>) =>
  db
    .selectFrom('payment_link')
    .select(['key', 'terms'])
    .where('merchant_key', '=', p('merchantKey'))
    .where('key', '>', p('after'))
    .orderBy('key')
    .limit(p('limit')),
);

export const setTerms = statement((db, p: Placeholder<{ key: number; terms: string }>) =>
  db
    .updateTable('payment_link')
    .set({ terms: p('terms') })
    .where('key', '=', p('key')),
);

export const deleteSession = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('session').where('key', '=', p('key')),
);

export const markCustomerErased = statement((db, p: Placeholder<{ key: number; now: number }>) =>
  db
    .insertInto('order_erasure')
    .values({ order_key: p('key'), customer_erased_at: p('now') })
    .onConflict((c) => c.column('order_key').doUpdateSet({ customer_erased_at: p('now') })),
);

/**
 * The notifications of an order's transactions, and of the events of its checkouts: a union, because PostgreSQL reads
 * the whole table for a disjunction of both.
 */
export const notificationsOfOrder = statement(
  (db, p: Placeholder<{ orderKey: number; orderId: string; merchantKey: number }>) =>
    db
      .selectFrom('notification')
      .select(['key', 'state', 'body'])
      .where('order_key', '=', p('orderKey'))
      .unionAll(
        db
          .selectFrom('checkout_event as e')
          .innerJoin('notification as n', 'n.order_key', 'e.session_key')
          .select(['n.key', 'n.state', 'n.body'])
          .where('e.merchant_key', '=', p('merchantKey'))
          .where('e.order_id', '=', p('orderId')),
      ),
);

interface Page {
  readonly merchantKey: number;
  readonly after: string;
  readonly limit: number;
}

export const orderIds = statement((db, p: Placeholder<Page>) =>
  db
    .selectFrom('payment_order')
    .select(['key', 'order_id'])
    .where('merchant_key', '=', p('merchantKey'))
    .where('order_id', '>', p('after'))
    .orderBy('order_id')
    .limit(p('limit')),
);

export const transactionTexts = statement((db, p: Placeholder<{ orderKey: number }>) =>
  db
    .selectFrom('payment_transaction as t')
    .leftJoin('transaction_outcome as r', 'r.transaction_key', 't.key')
    .select(['t.request', 'r.outcome'])
    .where('t.order_key', '=', p('orderKey')),
);

export const authenticationTexts = statement((db, p: Placeholder<{ orderKey: number }>) =>
  db.selectFrom('payer_authentication').select('purpose').where('order_key', '=', p('orderKey')),
);

export const sessionTexts = statement((db, p: Placeholder<{ after: number; limit: number }>) =>
  db
    .selectFrom('session')
    .select(['key', 'merchant_key', 'fields', 'form'])
    .where('key', '>', p('after'))
    .orderBy('key')
    .limit(p('limit')),
);
