/**
 * Statements that count stored data for an operator's command. Each reads a whole table, in the command's own process.
 */
import { type Kysely, sql } from 'kysely';
import { REFERENCED_STATES } from '../archive/statements.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';
import { isWaiting } from '../schema/waiting-receipts.ts';

interface OfMerchant {
  readonly merchantKey: number;
}

const countColumns = <At extends string>(at: At) =>
  [sql<number>`count(*)`.as('rows'), sql<number | null>`min(${sql.ref(at)})`.as('oldest')] as const;

const transactions = (db: Kysely<Schema>) =>
  db.selectFrom('payment_transaction as t').innerJoin('payment_order as o', 'o.key', 't.order_key');
const notifications = (db: Kysely<Schema>) =>
  db
    .selectFrom('notification as n')
    .leftJoin('payment_order as o', 'o.key', 'n.order_key')
    .leftJoin('checkout_event as e', 'e.session_key', 'n.order_key');
const ofNotification = (p: Placeholder<OfMerchant>) =>
  sql<boolean>`coalesce(o.merchant_key, e.merchant_key) = ${p('merchantKey')}`;

export const KEPT_COUNTS = {
  SESSION: statement((db, p: Placeholder<OfMerchant>) =>
    db.selectFrom('session').select(countColumns('created_at')).where('merchant_key', '=', p('merchantKey')),
  ),
  BROWSER_PAYMENT: statement((db, p: Placeholder<OfMerchant>) =>
    transactions(db)
      .innerJoin('browser_payment as b', 'b.transaction_key', 't.key')
      .select(countColumns('b.created_at'))
      .where('o.merchant_key', '=', p('merchantKey'))
      .where((eb) => eb.or([eb('b.page_url', 'is not', null), eb('b.shown_code', 'is not', null)])),
  ),
  NOTIFICATION: statement((db, p: Placeholder<OfMerchant>) =>
    notifications(db).select(countColumns('n.created_at')).where(ofNotification(p)).where('n.body', 'is not', null),
  ),
  DELIVERY: statement((db, p: Placeholder<OfMerchant>) =>
    notifications(db).select(countColumns('n.created_at')).where(ofNotification(p)),
  ),
  CARD: statement((db, p: Placeholder<OfMerchant>) =>
    transactions(db)
      .select(countColumns('t.created_at'))
      .where('o.merchant_key', '=', p('merchantKey'))
      .where('t.sealed_card', 'is not', null),
  ),
  CUSTOMER: statement((db, p: Placeholder<OfMerchant>) =>
    db
      .selectFrom('payment_order as o')
      .leftJoin('order_erasure as e', 'e.order_key', 'o.key')
      .select(countColumns('o.created_at'))
      .where('o.merchant_key', '=', p('merchantKey'))
      .where('e.customer_erased_at', 'is', null),
  ),
  ORDER_INDEX: statement((db, p: Placeholder<OfMerchant>) =>
    db.selectFrom('order_index').select(countColumns('created_at')).where('merchant_key', '=', p('merchantKey')),
  ),
  /** Days have no time in milliseconds. */
  ORDER_COUNT: statement((db, p: Placeholder<OfMerchant>) =>
    db
      .selectFrom('order_count')
      .select([sql<number>`count(*)`.as('rows'), sql<number | null>`null`.as('oldest')])
      .where('merchant_key', '=', p('merchantKey')),
  ),
  AUTHENTICATION: statement((db, p: Placeholder<OfMerchant>) =>
    db
      .selectFrom('payer_authentication as a')
      .innerJoin('payment_order as o', 'o.key', 'a.order_key')
      .select(countColumns('a.created_at'))
      .where('o.merchant_key', '=', p('merchantKey')),
  ),
  RECEIPT: statement((db, p: Placeholder<OfMerchant>) =>
    transactions(db)
      .innerJoin('receipt_mail as m', 'm.transaction_key', 't.key')
      .select(countColumns('m.created_at'))
      .where('o.merchant_key', '=', p('merchantKey'))
      .where(isWaiting('m')),
  ),
  MONEY: statement((db, p: Placeholder<OfMerchant>) =>
    transactions(db).select(countColumns('t.created_at')).where('o.merchant_key', '=', p('merchantKey')),
  ),
  TOKEN: statement((db, p: Placeholder<OfMerchant>) =>
    db.selectFrom('token').select(countColumns('created_at')).where('merchant_key', '=', p('merchantKey')),
  ),
  SAVED_CARD: statement((db, p: Placeholder<OfMerchant>) =>
    db
      .selectFrom('saved_card as s')
      .innerJoin('saved_customer as c', 'c.key', 's.customer_key')
      .select(countColumns('s.created_at'))
      .where('c.merchant_key', '=', p('merchantKey')),
  ),
  LINK: statement((db, p: Placeholder<OfMerchant>) =>
    db.selectFrom('payment_link').select(countColumns('created_at')).where('merchant_key', '=', p('merchantKey')),
  ),
  AGREEMENT: statement((db, p: Placeholder<OfMerchant>) =>
    db.selectFrom('agreement').select(countColumns('created_at')).where('merchant_key', '=', p('merchantKey')),
  ),
  UNMASKING: statement((db, p: Placeholder<OfMerchant>) =>
    db.selectFrom('unmasking').select(countColumns('at')).where('merchant_key', '=', p('merchantKey')),
  ),
  SETTLEMENT: statement((db, p: Placeholder<OfMerchant>) =>
    db
      .selectFrom('settlement_entry as s')
      .innerJoin('payment_order as o', 'o.key', 's.order_key')
      .select(countColumns('s.created_at'))
      .where('o.merchant_key', '=', p('merchantKey')),
  ),
  ARCHIVE: statement((db, p: Placeholder<OfMerchant>) =>
    db
      .selectFrom('archive_copy as c')
      .innerJoin('payment_order as o', 'o.key', 'c.order_key')
      .select([sql<number>`count(distinct c.order_key)`.as('rows'), sql<number | null>`min(c.created_at)`.as('oldest')])
      .where('o.merchant_key', '=', p('merchantKey'))
      .where('c.state', 'in', REFERENCED_STATES),
  ),
  RISK_ATTEMPT: statement((db, p: Placeholder<OfMerchant>) =>
    transactions(db)
      .innerJoin('risk_attempt as a', 'a.transaction_key', 't.key')
      .select(countColumns('a.created_at'))
      .where('o.merchant_key', '=', p('merchantKey')),
  ),
  ATTEMPT_COUNT: statement((db, p: Placeholder<OfMerchant>) =>
    db.selectFrom('attempt_count').select(countColumns('bucket')).where('merchant_key', '=', p('merchantKey')),
  ),
  /** Audit entries do not belong to a merchant, so every merchant's report counts all of them. */
  AUDIT: statement((db, _: Placeholder<OfMerchant>) => db.selectFrom('audit_entry').select(countColumns('at'))),
} as const;
