/** Statements over receivers that keep failing, or were switched off. */
import { sql } from 'kysely';
import type { NotificationState, ReceiverAlarmKind } from '../../../core/ports/index.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

/** Reads a range of one index: notifications whose next try is near are not read. */
export const longFailing = statement(
  (db, p: Placeholder<{ receiver: string; after: number; waiting: NotificationState; one: number }>) =>
    db
      .selectFrom('notification_queue as q')
      .innerJoin('notification as n', 'n.key', 'q.notification_key')
      .select(['n.key', 'n.url', 'q.tries'])
      .select((eb) =>
        eb
          .selectFrom('notification_try as t')
          .select((inner) => inner.fn.min<number | null>('t.at').as('at'))
          .whereRef('t.notification_key', '=', 'n.key')
          .where('t.at', '>=', sql<number>`coalesce(n.resent_at, 0)`)
          .as('first_at'),
      )
      .where('q.receiver', '=', p('receiver'))
      .where('q.due_at', '>', p('after'))
      .where('n.state', '=', p('waiting'))
      .orderBy('q.due_at', 'desc')
      .limit(p('one')),
);

export const failing = statement((db, p: Placeholder<{ receiver: string; waiting: NotificationState; one: number }>) =>
  db
    .selectFrom('notification_queue as q')
    .innerJoin('notification as n', 'n.key', 'q.notification_key')
    .select('n.key')
    .where('q.receiver', '=', p('receiver'))
    .where('n.state', '=', p('waiting'))
    .where('n.tried_at', 'is not', null)
    .limit(p('one')),
);

export const waitingAt = statement(
  (db, p: Placeholder<{ receiver: string; waiting: NotificationState; limit: number }>) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('notification_queue as q')
          .innerJoin('notification as n', 'n.order_key', 'q.order_key')
          .select('n.key')
          .where('q.receiver', '=', p('receiver'))
          .where('n.state', '=', p('waiting'))
          .limit(p('limit'))
          .as('some'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count')),
);

interface Raised {
  readonly receiver: string;
  readonly kind: ReceiverAlarmKind;
  readonly merchantKey: number;
  readonly url: string;
  readonly notificationKey: number | null;
  readonly since: number;
  readonly none: number;
  readonly now: number;
}

/** An alarm that begins anew within a day of the last mail waits for the rest of that day. */
export const raise = statement((db, p: Placeholder<Raised>) =>
  db
    .insertInto('receiver_alarm')
    .values({
      receiver: p('receiver'),
      kind: p('kind'),
      merchant_key: p('merchantKey'),
      url: p('url'),
      notification_key: p('notificationKey'),
      since: p('since'),
      given_up: p('none'),
      owed_at: p('now'),
    })
    .onConflict((c) =>
      c.columns(['receiver', 'kind']).doUpdateSet({
        url: sql<string>`excluded.url`,
        notification_key: sql<number | null>`excluded.notification_key`,
        since: ifEnded('excluded.since', 'receiver_alarm.since'),
        given_up: ifEnded('excluded.given_up', 'receiver_alarm.given_up'),
        mailed_at: ifEnded('null', 'receiver_alarm.mailed_at'),
        ended_at: sql<null>`null`,
      }),
    ),
);

function ifEnded(ended: string, open: string) {
  return sql<number>`case when receiver_alarm.ended_at is null then ${sql.raw(open)} else ${sql.raw(ended)} end`;
}

export const openAlarms = statement((db) =>
  db
    .selectFrom('receiver_alarm')
    .select([
      'receiver',
      'kind',
      'merchant_key',
      'url',
      'notification_key',
      'since',
      'given_up',
      'owed_at',
      'mailed_at',
    ])
    .where('ended_at', 'is', null)
    .orderBy('receiver'),
);

interface OfAlarm {
  readonly receiver: string;
  readonly kind: ReceiverAlarmKind;
}

interface NotedMail extends OfAlarm {
  readonly before: number;
  readonly next: number;
  readonly now: number;
  /** Set if no further mail follows. */
  readonly endedAt: number | null;
}

/** Guard: of two processes, one mails. */
export const noteMail = statement((db, p: Placeholder<NotedMail>) =>
  db
    .updateTable('receiver_alarm')
    .set({ owed_at: p('next'), mailed_at: p('now'), ended_at: p('endedAt') })
    .where('receiver', '=', p('receiver'))
    .where('kind', '=', p('kind'))
    .where('owed_at', '=', p('before'))
    .where('ended_at', 'is', null),
);

/** Guard: of two processes, one mails. */
export const endAlarm = statement((db, p: Placeholder<OfAlarm & { now: number }>) =>
  db
    .updateTable('receiver_alarm')
    .set({ ended_at: p('now') })
    .where('receiver', '=', p('receiver'))
    .where('kind', '=', p('kind'))
    .where('ended_at', 'is', null),
);

export const countGivenUp = statement((db, p: Placeholder<OfAlarm>) =>
  db
    .updateTable('receiver_alarm')
    .set({ given_up: sql`given_up + 1` })
    .where('receiver', '=', p('receiver'))
    .where('kind', '=', p('kind'))
    .where('ended_at', 'is', null),
);

export const forgetEnded = statement((db, p: Placeholder<{ now: number }>) =>
  db.deleteFrom('receiver_alarm').where('ended_at', 'is not', null).where('owed_at', '<', p('now')),
);
