/** Statements that read stored notifications, or enqueue them again. */
import { type Kysely, sql } from 'kysely';
import type { NotificationState } from '../../../core/ports/index.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';

const withNames = (db: Kysely<Schema>) =>
  db
    .selectFrom('notification as n')
    .leftJoin('payment_order as o', 'o.key', 'n.order_key')
    .leftJoin('checkout_event as e', 'e.session_key', 'n.order_key')
    .innerJoin('merchant as m', (on) => on.on(sql`m.key`, '=', sql`coalesce(o.merchant_key, e.merchant_key)`))
    .leftJoin('payment_transaction as t', 't.key', 'n.transaction_key')
    .leftJoin('notification_queue as q', (on) =>
      on.onRef('q.order_key', '=', 'n.order_key').onRef('q.notification_key', '=', 'n.key'),
    )
    .select([
      'n.key',
      'n.sequence',
      'n.url',
      'n.state',
      'n.created_at',
      'n.delivered_at',
      'm.id as merchant_id',
      sql<string | null>`coalesce(o.order_id, e.order_id)`.as('order_id'),
      't.transaction_id',
      'e.event',
      'q.due_at',
    ]);

export const ofOrder = statement((db, p: Placeholder<{ orderKey: number }>) =>
  withNames(db).where('n.order_key', '=', p('orderKey')).orderBy('n.sequence'),
);

export const byKey = statement((db, p: Placeholder<{ key: number }>) => withNames(db).where('n.key', '=', p('key')));

/** Reads the undelivered notifications of queued orders. */
export const waitingNotifications = statement(
  (db, p: Placeholder<{ zero: number; limit: number; waiting: NotificationState }>) =>
    withNames(db)
      .where(
        'n.order_key',
        'in',
        db.selectFrom('notification_queue').select('order_key').where('order_key', '>', p('zero')).limit(p('limit')),
      )
      .where('n.state', '=', p('waiting'))
      .orderBy('n.key')
      .limit(p('limit')),
);

/** Reads the notifications of one receiver that are first in the queues of their orders, and have failed before. */
export const failingAt = statement(
  (db, p: Placeholder<{ receiver: string; none: number; limit: number; waiting: NotificationState }>) =>
    withNames(db)
      .where(
        'n.key',
        'in',
        db
          .selectFrom('notification_queue')
          .select('notification_key')
          .where('receiver', '=', p('receiver'))
          .where('tries', '>', p('none'))
          .orderBy('due_at')
          .limit(p('limit')),
      )
      .where('n.state', '=', p('waiting'))
      .where('n.tried_at', 'is not', null),
);

/** Reads notifications, the newest first. */
export const newest = statement((db, p: Placeholder<{ most: number; limit: number }>) =>
  withNames(db).where('n.key', '<=', p('most')).orderBy('n.key', 'desc').limit(p('limit')),
);

export const triesOf = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('notification_try')
    .select(['number', 'at', 'duration_ms', 'status', 'failure', 'answer'])
    .where('notification_key', '=', p('key'))
    .orderBy('key'),
);

export const toResend = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('notification as n')
    .leftJoin('payment_order as o', 'o.key', 'n.order_key')
    .leftJoin('checkout_event as e', 'e.session_key', 'n.order_key')
    .select(['n.key', 'n.order_key', 'n.body', 'n.url', 'n.sequence', 'n.tried_at'])
    .select(sql<number | null>`coalesce(o.merchant_key, e.merchant_key)`.as('merchant_key'))
    .where('n.key', '=', p('key')),
);

export const bodyOf = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('notification').select('body').where('key', '=', p('key')),
);

/** Guard: sets a notification to wait for a first attempt again, unless its body has been erased. */
export const wakeNotification = statement(
  (db, p: Placeholder<{ waiting: NotificationState; now: number; never: null; none: number; key: number }>) =>
    db
      .updateTable('notification')
      .set({ state: p('waiting'), resent_at: p('now'), delivered_at: p('never'), tries: p('none') })
      .where('key', '=', p('key'))
      .where('body', 'is not', null),
);

/** Guard: enqueues a notification of an order without a queue. Touches no row if the order has a queue by now. */
export const queueAlone = statement(
  (db, p: Placeholder<{ orderKey: number; receiver: string; dueAt: number; head: number; none: number }>) =>
    db
      .insertInto('notification_queue')
      .values({
        order_key: p('orderKey'),
        receiver: p('receiver'),
        due_at: p('dueAt'),
        notification_key: p('head'),
        tries: p('none'),
        changes: p('none'),
      })
      .onConflict((c) => c.column('order_key').doNothing()),
);

/** Increments `changes`, so that the process that owns the queue notices the added notification. */
export const touchQueue = statement((db, p: Placeholder<{ orderKey: number; changes: number }>) =>
  db
    .updateTable('notification_queue')
    .set({ changes: sql`changes + 1` })
    .where('order_key', '=', p('orderKey'))
    .where('changes', '=', p('changes')),
);

/** Guard: touches the queue only if it has no owner. */
export const rearrange = statement(
  (
    db,
    p: Placeholder<{ receiver: string; dueAt: number; head: number; none: number; orderKey: number; changes: number }>,
  ) =>
    db
      .updateTable('notification_queue')
      .set({
        changes: sql`changes + 1`,
        receiver: p('receiver'),
        due_at: p('dueAt'),
        notification_key: p('head'),
        tries: p('none'),
      })
      .where('order_key', '=', p('orderKey'))
      .where('changes', '=', p('changes'))
      .where('owner', 'is', null),
);
