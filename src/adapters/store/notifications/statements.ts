/**
 * Statements that store notifications with an outcome and deliver them. The statements that read notifications later
 * are in `read-statements.ts`.
 */
import { sql } from 'kysely';
import type { NotificationState } from '../../../core/ports/index.ts';
import { type NotificationEnd, TRIES_MAX } from '../../notifications/index.ts';
import { isClaimable, NOBODY } from '../engine/claiming-rows.ts';
import { groupedDelete, groupedUpdate } from '../engine/grouped-statement.ts';
import { insertion } from '../engine/insertion.ts';
import { isOfOpenEvent, isOfOpenOrder } from '../engine/open-merchants.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

export const insertNotification = insertion(
  'notification',
  {
    key: ['key', 'bigint'],
    order_key: ['orderKey', 'bigint'],
    transaction_key: ['transactionKey', 'bigint'],
    sequence: ['sequence', 'bigint'],
    url: ['url', 'text'],
    version: ['version', 'bigint'],
    body: ['body', 'text'],
    state: ['state', 'text'],
    tries: ['none', 'bigint'],
    created_at: ['createdAt', 'bigint'],
    held_until: ['heldUntil', 'bigint'],
  },
  { identity: 'key' },
);

/**
 * Enqueues a notification: behind the earlier ones of its order, or as the first, which the storing process may have
 * claimed. The stored queue decides this, not the cached state of the order.
 */
export const queue = insertion(
  'notification_queue',
  {
    order_key: ['orderKey', 'bigint'],
    receiver: ['receiver', 'text'],
    due_at: ['dueAt', 'bigint'],
    owner: ['owner', 'bigint'],
    notification_key: ['key', 'bigint'],
    tries: ['tries', 'bigint'],
    changes: ['none', 'bigint'],
  },
  { identity: 'order_key', conflict: { columns: ['order_key'], set: 'changes = notification_queue.changes + 1' } },
);

/** Finds the receivers by one index seek for each, so that the number of waiting notifications does not matter. */
export const receivers = statement((db) =>
  db
    .withRecursive('step(receiver)', (cte) =>
      cte
        .selectFrom('notification_queue as first')
        .select((eb) => eb.fn.min<string | null>('first.receiver').as('receiver'))
        .unionAll(
          cte
            .selectFrom('step')
            .select((eb) =>
              eb
                .selectFrom('notification_queue as q')
                .select((inner) => inner.fn.min<string | null>('q.receiver').as('receiver'))
                .whereRef('q.receiver', '>', 'step.receiver')
                .as('receiver'),
            )
            .where('step.receiver', 'is not', null),
        ),
    )
    .selectFrom('step')
    .where('step.receiver', 'is not', null)
    .select((eb) => [
      'step.receiver',
      eb
        .selectFrom('notification_queue as q')
        .select((inner) => inner.fn.min<number>('q.due_at').as('due_at'))
        .whereRef('q.receiver', '=', 'step.receiver')
        .as('due_at'),
    ]),
);

/** The next due times of a notification, by the number of earlier attempts. */
export type DueTimes = { readonly [Name in `due${number}`]: number };

/**
 * The end of the pause after the attempt that a claim starts: `due0` for the first attempt. After `TRIES_MAX` attempts
 * the notification is abandoned when it is claimed.
 */
function dueAfter(p: Placeholder<DueTimes>) {
  const cases = Array.from(
    { length: TRIES_MAX },
    (_, tried) => sql`when ${sql.lit(tried)} then cast(${p(`due${tried}`)} as bigint)`,
  );
  return sql<number>`case tries ${sql.join(cases, sql` `)} else due_at end`;
}

interface Claim {
  readonly owner: number;
  readonly receiver: string;
  readonly now: number;
  readonly limit: number;
}

/** Stores the claim as a failed attempt, so that the row is correct even if the process dies during the attempt. */
export const claimDue = statement((db, p: Placeholder<Claim & DueTimes>, { skipLocked }) =>
  db
    .updateTable('notification_queue')
    .set({ owner: p('owner'), due_at: dueAfter(p), tries: sql`tries + 1` })
    .where(
      'order_key',
      'in',
      skipLocked(
        db
          .selectFrom('notification_queue')
          .select('order_key')
          .where('receiver', '=', p('receiver'))
          .where('due_at', '<=', p('now'))
          .where(isClaimable(p))
          .where(isOfOpenOrder('notification_queue.order_key'))
          .where(isOfOpenEvent('notification_queue.order_key'))
          .orderBy('due_at')
          .limit(p('limit')),
      ),
    )
    .returning(['order_key', 'notification_key', 'tries', 'changes']),
);

export const toSend = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('notification as n')
    .innerJoin('payment_order as o', 'o.key', 'n.order_key')
    .select(['n.key', 'n.url', 'n.body', 'n.resent_at', 'o.merchant_key', 'n.order_key as code_order_key'])
    .where('n.key', '=', p('key')),
);

/** The notification of a checkout's event, which has no order of its own. */
export const eventToSend = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('notification as n')
    .innerJoin('checkout_event as e', 'e.session_key', 'n.order_key')
    .select(['n.key', 'n.url', 'n.body', 'n.resent_at', 'e.merchant_key', 'e.order_key as code_order_key'])
    .where('n.key', '=', p('key')),
);

export const insertTry = insertion(
  'notification_try',
  {
    key: ['key', 'bigint'],
    notification_key: ['notificationKey', 'bigint'],
    number: ['number', 'bigint'],
    at: ['at', 'bigint'],
    duration_ms: ['durationMs', 'bigint'],
    status: ['status', 'bigint'],
    failure: ['failure', 'text'],
    answer: ['answer', 'text'],
  },
  { identity: 'key' },
);

export const setTried = statement((db, p: Placeholder<{ number: number; at: number; notificationKey: number }>) =>
  db
    .updateTable('notification')
    .set({ tries: p('number'), tried_at: p('at') })
    .where('key', '=', p('notificationKey')),
);

/** Releases the owner's claim. */
export const releaseClaim = statement((db, p: Placeholder<{ dueAt: number; orderKey: number; owner: number }>) =>
  db
    .updateTable('notification_queue')
    .set({ owner: NOBODY, due_at: p('dueAt') })
    .where('order_key', '=', p('orderKey'))
    .where('owner', '=', p('owner')),
);

/** Finds the order's next undelivered notification. */
export const nextOf = statement(
  (db, p: Placeholder<{ orderKey: number; waiting: NotificationState; key: number; one: number }>) =>
    db
      .selectFrom('notification as n')
      .innerJoin('payment_order as o', 'o.key', 'n.order_key')
      .select(['n.key', 'n.url', 'n.tries', 'n.tried_at', 'n.held_until', 'o.merchant_key'])
      .where('n.order_key', '=', p('orderKey'))
      .where('n.state', '=', p('waiting'))
      .where('n.key', '<>', p('key'))
      .where('n.body', 'is not', null)
      .orderBy('n.sequence')
      .limit(p('one')),
);

interface DequeuedOrder {
  readonly orderKey: number;
  readonly owner: number;
  readonly changes: number;
}

/** Guard: touches no row if a notification has been added, or another process has claimed the queue. */
export const dequeue = statement(
  (db, p: Placeholder<DequeuedOrder>) =>
    db
      .deleteFrom('notification_queue')
      .where('order_key', '=', p('orderKey'))
      .where('owner', '=', p('owner'))
      .where('changes', '=', p('changes')),
  groupedDelete<DequeuedOrder>(
    'notification_queue',
    ['orderKey', 'o.order_key'],
    { orderKey: 'bigint', owner: 'bigint', changes: 'bigint' },
    'o.owner = v.owner and o.changes = v.changes',
  ),
);

export const advanceQueue = statement(
  (
    db,
    p: Placeholder<{
      receiver: string;
      next: number;
      dueAt: number;
      tries: number;
      orderKey: number;
      owner: number;
      changes: number;
    }>,
  ) =>
    db
      .updateTable('notification_queue')
      .set({
        receiver: p('receiver'),
        notification_key: p('next'),
        due_at: p('dueAt'),
        tries: p('tries'),
        owner: NOBODY,
      })
      .where('order_key', '=', p('orderKey'))
      .where('owner', '=', p('owner'))
      .where('changes', '=', p('changes')),
);

export const queueOf = statement((db, p: Placeholder<{ orderKey: number }>) =>
  db
    .selectFrom('notification_queue as q')
    .innerJoin('notification as n', 'n.key', 'q.notification_key')
    .select(['q.owner', 'q.changes', 'q.notification_key', 'q.receiver', 'n.sequence', 'n.tried_at'])
    .where('q.order_key', '=', p('orderKey')),
);

/** Lets the held notifications of an order go at an earlier time. */
export const shortenHolds = statement((db, p: Placeholder<{ at: number; orderKey: number }>) =>
  db
    .updateTable('notification')
    .set({ held_until: p('at') })
    .where('order_key', '=', p('orderKey'))
    .where('held_until', '>', p('at')),
);

/** Makes the first notification of an order due earlier, if no process has claimed it for an attempt. */
export const dueEarlier = statement((db, p: Placeholder<{ at: number; orderKey: number; key: number; none: number }>) =>
  db
    .updateTable('notification_queue')
    .set({ due_at: p('at') })
    .where('order_key', '=', p('orderKey'))
    .where('notification_key', '=', p('key'))
    .where('tries', '=', p('none'))
    .where('due_at', '>', p('at')),
);

interface EndedNotification {
  readonly key: number;
  readonly end: NotificationEnd;
  readonly deliveredAt: number | null;
  readonly tries: number;
  readonly triedAt: number | null;
}

export const endNotification = statement(
  (db, p: Placeholder<EndedNotification>) =>
    db
      .updateTable('notification')
      .set({
        state: p('end'),
        delivered_at: p('deliveredAt'),
        tries: p('tries'),
        tried_at: sql`coalesce(cast(${p('triedAt')} as bigint), tried_at)`,
      })
      .where('key', '=', p('key')),
  groupedUpdate<EndedNotification>(
    'notification',
    ['key', 'o.key'],
    { key: 'bigint', end: 'text', deliveredAt: 'bigint', tries: 'bigint', triedAt: 'bigint' },
    {
      set: `state = v."end", delivered_at = v."deliveredAt", tries = v.tries,
        tried_at = coalesce(v."triedAt", o.tried_at)`,
    },
  ),
);
