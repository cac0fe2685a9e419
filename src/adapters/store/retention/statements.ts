/**
 * Statements that remove data at the end of its retention. The walks use the primary keys, so that payments maintain no
 * index for them.
 */
import { sql } from 'kysely';
import type { NotificationState } from '../../../core/ports/index.ts';
import { isClaimable, NOBODY } from '../engine/claiming-rows.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

export const addSweep = statement((db, p: Placeholder<{ kind: string; none: number }>) =>
  db
    .insertInto('retention_sweep')
    .values({ kind: p('kind'), cursor: p('none'), floor: p('none'), next_at: p('none') })
    .onConflict((c) => c.column('kind').doNothing()),
);

/** Claims the walk of a kind. A walk that a dead process left is continued. */
export const claimSweep = statement((db, p: Placeholder<{ owner: number; kind: string; now: number }>) =>
  db
    .updateTable('retention_sweep')
    .set({ owner: p('owner') })
    .where('kind', '=', p('kind'))
    .where('next_at', '<=', p('now'))
    .where(isClaimable(p))
    .returning(['cursor', 'left_at']),
);

interface Advance {
  readonly kind: string;
  readonly owner: number;
  readonly cursor: number;
  readonly cursorBefore: number;
  readonly leftAt: number | null;
}

/** Preserves a lower `left_at` that `leaveCard` has stored during the walk. */
export const advanceSweep = statement((db, p: Placeholder<Advance>) =>
  db
    .updateTable('retention_sweep')
    .set((eb) => ({
      cursor: p('cursor'),
      left_at: eb.fn.coalesce(
        eb.case().when('left_at', '<', p('leftAt')).then(eb.ref('left_at')).end(),
        eb.val(p('leftAt')),
        'left_at',
      ),
    }))
    .where('kind', '=', p('kind'))
    .where('owner', '=', p('owner'))
    .where('cursor', '=', p('cursorBefore')),
);

export const oldestProcess = statement((db) =>
  db.selectFrom('gateway_process').select((eb) => eb.fn.min<number | null>('key').as('key')),
);

/**
 * Preserves a `left_at` that `leaveCard` has stored if it is below the start of the next walk, for the end of that
 * walk.
 */
export const endSweep = statement(
  (db, p: Placeholder<{ kind: string; owner: number; floor: number; nextAt: number }>) =>
    db
      .updateTable('retention_sweep')
      .set((eb) => ({
        cursor: p('floor'),
        floor: p('floor'),
        left_at: eb.case().when('left_at', '<=', p('floor')).then(eb.ref('left_at')).end(),
        owner: NOBODY,
        next_at: p('nextAt'),
      }))
      .where('kind', '=', p('kind'))
      .where('owner', '=', p('owner')),
);

export interface Page {
  readonly after: number;
  readonly limit: number;
}

export const sessionPage = statement((db, p: Placeholder<Page>) =>
  db
    .selectFrom('session')
    .select(['key', 'merchant_key', 'expires_at'])
    .select(
      sql<number>`case when checkout like '%"mode":"PAYMENT_LINK"%' and checkout not like '%"behind":%'
      then 1 else 0 end`.as('is_link'),
    )
    .where('key', '>', p('after'))
    .orderBy('key')
    .limit(p('limit')),
);

/** Guard: does not match a session that a returning payer has extended, or whose checkout is due for its event. */
export const removeSession = statement((db, p: Placeholder<{ key: number; expiresAt: number; now: number }>) =>
  db
    .deleteFrom('session')
    .where('key', '=', p('key'))
    .where('expires_at', '=', p('expiresAt'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('checkout_event')
            .select('checkout_event.session_key')
            .where('checkout_event.session_key', '=', p('key'))
            .where('checkout_event.due_at', '<=', p('now')),
        ),
      ),
    ),
);

export const notificationPage = statement((db, p: Placeholder<Page>) =>
  db
    .selectFrom('notification as n')
    .leftJoin('payment_order as o', 'o.key', 'n.order_key')
    .leftJoin('checkout_event as e', 'e.session_key', 'n.order_key')
    .select([
      'n.key',
      'n.state',
      sql<number>`coalesce(o.merchant_key, e.merchant_key, 0)`.as('merchant_key'),
      sql<number>`case when n.body is null then 1 else 0 end`.as('is_empty'),
      sql<number>`coalesce(n.delivered_at, n.tried_at, n.created_at)`.as('ended_at'),
    ])
    .where('n.key', '>', p('after'))
    .orderBy('n.key')
    .limit(p('limit')),
);

/** Guard: does not match a notification that is resent, because it needs its body. */
export const eraseBody = statement((db, p: Placeholder<{ key: number; none: null; waiting: NotificationState }>) =>
  db
    .updateTable('notification')
    .set({ body: p('none') })
    .where('key', '=', p('key'))
    .where('state', '<>', p('waiting')),
);

export const eraseAnswers = statement((db, p: Placeholder<{ key: number; empty: string }>) =>
  db
    .updateTable('notification_try')
    .set({ answer: p('empty') })
    .where('notification_key', '=', p('key')),
);

export const browserPaymentPage = statement((db, p: Placeholder<Page>) =>
  db
    .selectFrom('browser_payment as b')
    .innerJoin('payment_transaction as t', 't.key', 'b.transaction_key')
    .innerJoin('payment_order as o', 'o.key', 't.order_key')
    .leftJoin('transaction_outcome as r', 'r.transaction_key', 't.key')
    .select([
      'b.transaction_key as key',
      'o.merchant_key',
      'o.locked_by',
      'o.updated_at',
      'b.shown_until',
      'r.transaction_key as ended_key',
      'r.follow_up_at',
      sql<number>`case when b.page_url is null and b.shown_code is null then 1 else 0 end`.as('is_empty'),
    ])
    .where('b.transaction_key', '>', p('after'))
    .orderBy('b.transaction_key')
    .limit(p('limit')),
);

/** Guard: does not match a payment whose status is still queried, because it may still be paid at its page. */
export const erasePage = statement((db, p: Placeholder<{ key: number; none: null }>) =>
  db
    .updateTable('browser_payment')
    .set({ page_url: p('none'), shown_code: p('none'), shown_until: p('none') })
    .where('transaction_key', '=', p('key'))
    .where('transaction_key', 'not in', (query) =>
      query
        .selectFrom('transaction_outcome')
        .select('transaction_key')
        .where('transaction_key', '=', p('key'))
        .where('follow_up_at', 'is not', null),
    ),
);

export const savedCardPage = statement((db, p: Placeholder<Page>) =>
  db
    .selectFrom('saved_card as s')
    .innerJoin('saved_customer as c', 'c.key', 's.customer_key')
    .leftJoin('token as t', 't.key', 's.token_key')
    .select(['s.key', 'c.merchant_key', 's.kept_until', 't.token'])
    .where('s.key', '>', p('after'))
    .orderBy('s.key')
    .limit(p('limit')),
);

export const viewPage = statement((db, p: Placeholder<Page>) =>
  db
    .selectFrom('console_view')
    .select(['key', 'merchant_key', 'used_at'])
    .where('key', '>', p('after'))
    .orderBy('key')
    .limit(p('limit')),
);

/** Guard: touches no row that was opened since it was read. */
export const deleteUnusedView = statement((db, p: Placeholder<{ key: number; usedAt: number }>) =>
  db.deleteFrom('console_view').where('key', '=', p('key')).where('used_at', '=', p('usedAt')),
);

/** Omits the orders' states, which are most of an order's bytes. */
export const orderCardPage = statement((db, p: Placeholder<Page>) =>
  db
    .selectFrom('payment_order as o')
    .leftJoin('order_erasure as e', 'e.order_key', 'o.key')
    .select([
      'o.key',
      'o.merchant_key',
      'o.locked_by',
      'o.updated_at',
      // A later movement may have brought another card.
      sql<number>`case when e.cards_erased_at >= o.updated_at then 1 else 0 end`.as('is_empty'),
    ])
    .where('o.key', '>', p('after'))
    .orderBy('o.key')
    .limit(p('limit')),
);

export const markCardsErased = statement((db, p: Placeholder<{ key: number; now: number }>) =>
  db
    .insertInto('order_erasure')
    .values({ order_key: p('key'), cards_erased_at: p('now') })
    .onConflict((c) => c.column('order_key').doUpdateSet({ cards_erased_at: p('now') })),
);

export const eraseCards = statement((db, p: Placeholder<{ key: number; none: null }>) =>
  db
    .updateTable('payment_transaction')
    .set({ sealed_card: p('none') })
    .where('order_key', '=', p('key'))
    .where('sealed_card', 'is not', null),
);

/** Erases keyed hashes too: with the key, they confirm a guessed card number. */
export const eraseCardHashes = statement((db, p: Placeholder<{ key: number; empty: Uint8Array }>) =>
  db
    .updateTable('payer_authentication')
    .set({ card_hash: p('empty') })
    .where('order_key', '=', p('key')),
);
