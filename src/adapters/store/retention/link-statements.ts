/** Statements of the walks over payment links and the orders of their payers. */
import { sql } from 'kysely';
import type { LinkOrder } from '../../../core/ports/index.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Page } from './statements.ts';

/** Payers who only began have an entry of their own end; the others that of the link. */
export const linkOrderPage = statement((db, p: Placeholder<Page & { open: LinkOrder['state'] }>) =>
  db
    .selectFrom('link_order as b')
    .innerJoin('payment_link as l', 'l.key', 'b.link_key')
    .select(['b.key', 'l.merchant_key', 'b.created_at'])
    .select([
      sql<number>`case when b.state = ${p('open')} then 1 else 0 end`.as('is_open'),
      sql<number | null>`coalesce(l.ended_at, l.expires_at)`.as('ended_at'),
    ])
    .where('b.key', '>', p('after'))
    .orderBy('b.key')
    .limit(p('limit')),
);

export const orderOfLink = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('link_order').select('order_id').where('key', '=', p('key')),
);

/**
 * Guard: does not match while the payer's session is stored, which may still pay, or if the payer has taken a payment
 * of the link since the row was read as OPEN.
 */
export const removeLinkOrder = statement(
  (db, p: Placeholder<{ key: number; open: LinkOrder['state']; isOnlyBegun: number }>) =>
    db
      .deleteFrom('link_order')
      .where('key', '=', p('key'))
      .where(({ or, eb }) => or([eb('state', '=', p('open')), sql<boolean>`cast(${p('isOnlyBegun')} as integer) = 0`]))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('session').select('session.key').whereRef('session.key', '=', 'link_order.session_key'))),
      ),
);

/**
 * A link has also ended when as many of its orders are paid as it takes payments: with the last of them. They are
 * counted only where the link's own count says that none is left.
 */
export const linkPage = statement((db, p: Placeholder<Page & { paid: LinkOrder['state'] }>) =>
  db
    .selectFrom('payment_link as l')
    .select(['l.key', 'l.merchant_key'])
    .select((eb) =>
      eb.fn
        .coalesce(
          'l.ended_at',
          'l.expires_at',
          eb
            .case()
            .when('l.taken', '>=', eb.ref('l.payments_max'))
            .then(
              eb
                .selectFrom('link_order as b')
                .select((inner) => inner.fn.max<number | null>('b.taken_at').as('at'))
                .whereRef('b.link_key', '=', 'l.key')
                .where('b.state', '=', p('paid'))
                .having((inner) => inner(inner.fn.countAll<number>(), '>=', inner.ref('l.payments_max'))),
            )
            .end(),
        )
        .as('ended_at'),
    )
    .where('l.key', '>', p('after'))
    .orderBy('l.key')
    .limit(p('limit')),
);

/** A link that is paid ends with its last payment, so that its orders are removed before it. */
export const noteLinkEnd = statement((db, p: Placeholder<{ key: number; endedAt: number }>) =>
  db
    .updateTable('payment_link')
    .set({ ended_at: p('endedAt') })
    .where('key', '=', p('key'))
    .where('ended_at', 'is', null)
    .where('expires_at', 'is', null),
);

/** Guard: does not match while an order of the link is stored. */
export const removeLink = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .deleteFrom('payment_link')
    .where('key', '=', p('key'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('link_order').select('link_order.key').whereRef('link_order.link_key', '=', 'payment_link.key'),
        ),
      ),
    ),
);
