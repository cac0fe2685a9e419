/** Statements over links that take payments, and over their orders. */
import { sql } from 'kysely';
import type { LinkOrder } from '../../../core/ports/index.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

const LINK_COLUMNS = [
  'key',
  'id',
  'merchant_key',
  'terms',
  'payments_max',
  'taken',
  'expires_at',
  'ended_at',
  'created_at',
] as const;

const ORDER_COLUMNS = [
  'key',
  'link_key',
  'order_id',
  'session_key',
  'sealed_session',
  'state',
  'attempt',
  'taken_at',
  'created_at',
] as const;

export const insertLink = statement(
  (
    db,
    p: Placeholder<{
      key: number;
      id: string;
      merchantKey: number;
      terms: string;
      paymentsMax: number | null;
      taken: number;
      expiresAt: number | null;
      endedAt: number | null;
      createdAt: number;
    }>,
  ) =>
    db
      .insertInto('payment_link')
      .values({
        key: p('key'),
        id: p('id'),
        merchant_key: p('merchantKey'),
        terms: p('terms'),
        payments_max: p('paymentsMax'),
        taken: p('taken'),
        expires_at: p('expiresAt'),
        ended_at: p('endedAt'),
        created_at: p('createdAt'),
      })
      .onConflict((c) => c.column('id').doNothing()),
);

export const findLink = statement((db, p: Placeholder<{ id: string }>) =>
  db.selectFrom('payment_link').select(LINK_COLUMNS).where('id', '=', p('id')),
);

export const findLinkByKey = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('payment_link').select(LINK_COLUMNS).where('key', '=', p('key')),
);

export const linksOfMerchant = statement((db, p: Placeholder<{ merchantKey: number; limit: number; before: number }>) =>
  db
    .selectFrom('payment_link')
    .select(LINK_COLUMNS)
    .where('merchant_key', '=', p('merchantKey'))
    .where('key', '<', p('before'))
    .orderBy('key', 'desc')
    .limit(p('limit')),
);

export const endLink = statement((db, p: Placeholder<{ key: number; now: number }>) =>
  db
    .updateTable('payment_link')
    .set({ ended_at: p('now') })
    .where('key', '=', p('key'))
    .where('ended_at', 'is', null),
);

/** As a guard: the row's lock lets one of several payers take the last payment. */
export const takePayment = statement((db, p: Placeholder<{ linkKey: number; one: number }>) =>
  db
    .updateTable('payment_link')
    .set({ taken: sql<number>`taken + ${p('one')}` })
    .where('key', '=', p('linkKey'))
    .where(({ or, eb }) => or([eb('payments_max', 'is', null), eb('taken', '<', eb.ref('payments_max'))])),
);

export const givePaymentBack = statement((db, p: Placeholder<{ linkKey: number; one: number }>) =>
  db
    .updateTable('payment_link')
    .set({ taken: sql<number>`taken - ${p('one')}` })
    .where('key', '=', p('linkKey')),
);

export const insertOrder = statement(
  (
    db,
    p: Placeholder<{
      key: number;
      linkKey: number;
      orderId: string;
      start: string;
      state: LinkOrder['state'];
      createdAt: number;
    }>,
  ) =>
    db
      .insertInto('link_order')
      .values({
        key: p('key'),
        link_key: p('linkKey'),
        order_id: p('orderId'),
        start_hash: p('start'),
        state: p('state'),
        created_at: p('createdAt'),
      })
      .onConflict((c) => c.column('start_hash').doNothing()),
);

export const findOrder = statement((db, p: Placeholder<{ start: string }>) =>
  db.selectFrom('link_order').select(ORDER_COLUMNS).where('start_hash', '=', p('start')),
);

export const findOrderByKey = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('link_order').select(ORDER_COLUMNS).where('key', '=', p('key')),
);

export const ordersOfLink = statement((db, p: Placeholder<{ linkKey: number; limit: number }>) =>
  db
    .selectFrom('link_order')
    .select(ORDER_COLUMNS)
    .where('link_key', '=', p('linkKey'))
    .orderBy('key', 'desc')
    .limit(p('limit')),
);

export const ordersInState = statement(
  (db, p: Placeholder<{ linkKey: number; state: LinkOrder['state']; limit: number }>) =>
    db
      .selectFrom('link_order')
      .select(ORDER_COLUMNS)
      .where('link_key', '=', p('linkKey'))
      .where('state', '=', p('state'))
      .orderBy('key')
      .limit(p('limit')),
);

export const countInState = statement((db, p: Placeholder<{ linkKey: number; state: LinkOrder['state'] }>) =>
  db
    .selectFrom('link_order')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('link_key', '=', p('linkKey'))
    .where('state', '=', p('state')),
);

export const setSession = statement((db, p: Placeholder<{ key: number; sessionKey: number; sealedSession: string }>) =>
  db
    .updateTable('link_order')
    .set({ session_key: p('sessionKey'), sealed_session: p('sealedSession') })
    .where('key', '=', p('key'))
    .where('session_key', 'is', null),
);

type State = LinkOrder['state'];

interface Taking {
  readonly key: number;
  readonly before: State;
  readonly after: State;
  readonly attempt: string;
  readonly now: number;
}

/** Takes a payment for an OPEN order, or keeps that of a TAKEN one for its next attempt. */
export const takeForOrder = statement((db, p: Placeholder<Taking>) =>
  db
    .updateTable('link_order')
    .set({ state: p('after'), attempt: p('attempt'), taken_at: p('now') })
    .where('key', '=', p('key'))
    .where('state', '=', p('before')),
);

interface KeptPlace {
  readonly linkOrder: number;
  readonly attempt: string;
  readonly state: State;
}

/**
 * As a guard of the payment's intent. The new time also fails a release that was decided before, without the intent.
 */
export const keepPlace = statement((db, p: Placeholder<KeptPlace & { now: number }>) =>
  db
    .updateTable('link_order')
    .set({ taken_at: p('now') })
    .where('key', '=', p('linkOrder'))
    .where('state', '=', p('state'))
    .where('attempt', '=', p('attempt')),
);

export const findPlace = statement((db, p: Placeholder<KeptPlace>) =>
  db
    .selectFrom('link_order')
    .select('key')
    .where('key', '=', p('linkOrder'))
    .where('state', '=', p('state'))
    .where('attempt', '=', p('attempt')),
);

/** Guard: does not match if the payer has made another attempt since it was read. */
export const releaseOrder = statement(
  (db, p: Placeholder<{ key: number; before: State; after: State; attempt: string | null; takenAt: number | null }>) =>
    db
      .updateTable('link_order')
      .set({ state: p('after') })
      .where('key', '=', p('key'))
      .where('state', '=', p('before'))
      .where('attempt', '=', p('attempt'))
      .where('taken_at', '=', p('takenAt')),
);

export const setState = statement((db, p: Placeholder<{ key: number; before: State; after: State }>) =>
  db
    .updateTable('link_order')
    .set({ state: p('after') })
    .where('key', '=', p('key'))
    .where('state', '=', p('before')),
);
