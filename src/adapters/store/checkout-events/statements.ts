/** Statements over checkouts that are watched for an event, and over their events. */
import type { CheckoutEventKind } from '../../../core/ports/index.ts';
import { insertion } from '../engine/insertion.ts';
import { isOfOpenMerchant } from '../engine/open-merchants.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

export const watchCheckout = insertion(
  'checkout_event',
  {
    session_key: ['sessionKey', 'bigint'],
    merchant_key: ['merchantKey', 'bigint'],
    due_at: ['dueAt', 'bigint'],
    created_at: ['createdAt', 'bigint'],
  },
  // A session that becomes a checkout again has one event at most.
  { identity: 'session_key', conflict: { columns: ['session_key'] } },
);

/** Looks at the checkout at once, unless its event is written. */
export const lookNow = statement((db, p: Placeholder<{ sessionKey: number; none: number }>) =>
  db
    .updateTable('checkout_event')
    .set({ due_at: p('none') })
    .where('session_key', '=', p('sessionKey'))
    .where('due_at', 'is not', null),
);

export const firstDue = statement((db, p: Placeholder<{ now: number; one: number }>) =>
  db
    .selectFrom('checkout_event')
    .select('session_key')
    .where('due_at', '<=', p('now'))
    .orderBy('due_at')
    .limit(p('one')),
);

export const claimDue = statement((db, p: Placeholder<{ now: number; until: number; limit: number }>, { skipLocked }) =>
  db
    .updateTable('checkout_event')
    .set({ due_at: p('until') })
    .where(
      'session_key',
      'in',
      skipLocked(
        db
          .selectFrom('checkout_event')
          .select('session_key')
          .where('due_at', '<=', p('now'))
          .where(isOfOpenMerchant('checkout_event.merchant_key'))
          .orderBy('due_at')
          .limit(p('limit')),
      ),
    )
    .returning(['session_key', 'merchant_key']),
);

interface Claimed {
  readonly sessionKey: number;
  readonly claimedUntil: number;
}

export const postpone = statement((db, p: Placeholder<Claimed & { dueAt: number }>) =>
  db
    .updateTable('checkout_event')
    .set({ due_at: p('dueAt') })
    .where('session_key', '=', p('sessionKey'))
    .where('due_at', '=', p('claimedUntil')),
);

export const drop = statement((db, p: Placeholder<Claimed>) =>
  db.deleteFrom('checkout_event').where('session_key', '=', p('sessionKey')).where('due_at', '=', p('claimedUntil')),
);

/** The session is deleted. An event that is written stays. */
export const dropWithSession = statement((db, p: Placeholder<{ sessionKey: number }>) =>
  db.deleteFrom('checkout_event').where('session_key', '=', p('sessionKey')).where('due_at', 'is not', null),
);

interface Ended extends Claimed {
  readonly event: CheckoutEventKind;
  readonly never: null;
  readonly merchantKey: number;
  readonly orderId: string;
  readonly orderKey: number | null;
  readonly updatedAt: number;
  readonly expiresAt: number;
  /** The order's key and fence as they were read; 0 if there was no order. */
  readonly readKey: number;
  readonly readFence: number;
}

/**
 * Guard: touches no row if a payment of the order has begun since the order was read, or the payer has used the
 * session.
 */
export const endCheckout = statement((db, p: Placeholder<Ended>) =>
  db
    .updateTable('checkout_event')
    .set({ due_at: p('never'), event: p('event'), order_id: p('orderId'), order_key: p('orderKey') })
    .where('session_key', '=', p('sessionKey'))
    .where('due_at', '=', p('claimedUntil'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('session')
          .select('session.key')
          .where('session.key', '=', p('sessionKey'))
          .where('session.updated_at', '=', p('updatedAt'))
          .where('session.expires_at', '=', p('expiresAt')),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_order as o')
            .select('o.key')
            .where('o.merchant_key', '=', p('merchantKey'))
            .where('o.order_id', '=', p('orderId'))
            .where(({ or, eb }) =>
              or([
                eb('o.key', '<>', p('readKey')),
                eb('o.fence', '<>', p('readFence')),
                eb('o.locked_by', 'is not', null),
              ]),
            ),
        ),
      ),
    ),
);
