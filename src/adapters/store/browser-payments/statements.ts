/** Statements over browser payments and their events. */

import type { Kysely } from 'kysely';
import type { Actor, EventKind, LateCapture } from '../../../core/ports/index.ts';
import { NOBODY } from '../engine/claiming-rows.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';
import { withOrder } from '../transactions/selections.ts';

export const insertBrowserPayment = statement(
  (
    db,
    p: Placeholder<{
      transactionKey: number;
      provider: string;
      reference: string;
      handle: string;
      returnUrl: string;
      shopName: string | null;
      none: null;
      createdAt: number;
    }>,
  ) =>
    db.insertInto('browser_payment').values({
      transaction_key: p('transactionKey'),
      provider: p('provider'),
      reference: p('reference'),
      handle: p('handle'),
      home: p('returnUrl'),
      shop_name: p('shopName'),
      page_url: p('none'),
      provider_reference: p('none'),
      late: p('none'),
      created_at: p('createdAt'),
    }),
);

export const setCreated = statement(
  (
    db,
    p: Placeholder<{
      pageUrl: string;
      providerReference: string | null;
      code: string | null;
      codeUntil: number | null;
      transactionKey: number;
    }>,
  ) =>
    db
      .updateTable('browser_payment')
      .set({
        page_url: p('pageUrl'),
        provider_reference: p('providerReference'),
        shown_code: p('code'),
        shown_until: p('codeUntil'),
      })
      .where('transaction_key', '=', p('transactionKey')),
);

/** Guard, like the next statement: it touches no row if the payment already has a provider reference. */
export const setStarted = statement((db, p: Placeholder<{ providerReference: string; transactionKey: number }>) =>
  db
    .updateTable('browser_payment')
    .set({ provider_reference: p('providerReference') })
    .where('transaction_key', '=', p('transactionKey'))
    .where('provider_reference', 'is', null),
);

export const setStartedAtPage = statement(
  (db, p: Placeholder<{ pageUrl: string; providerReference: string; transactionKey: number }>) =>
    db
      .updateTable('browser_payment')
      .set({ page_url: p('pageUrl'), provider_reference: p('providerReference') })
      .where('transaction_key', '=', p('transactionKey'))
      .where('provider_reference', 'is', null),
);

const PAYMENT_COLUMNS = [
  'b.provider',
  'b.reference',
  'b.handle',
  'b.home',
  'b.shop_name',
  'b.page_url',
  'b.provider_reference',
  'b.shown_code',
  'b.shown_until',
  'b.late',
] as const;

export const findBrowserPayment = statement((db, p: Placeholder<{ transactionKey: number }>) =>
  db
    .selectFrom('browser_payment as b')
    .select([...PAYMENT_COLUMNS, 'b.transaction_key', 'b.created_at'])
    .where('transaction_key', '=', p('transactionKey')),
);

export const eventsOf = statement((db, p: Placeholder<{ transactionKey: number }>) =>
  db
    .selectFrom('browser_payment_event')
    .select(['kind', 'outcome', 'actor', 'source', 'first_at', 'last_at', 'times'])
    .where('transaction_key', '=', p('transactionKey'))
    .orderBy('first_at'),
);

const selectPayment = (db: Kysely<Schema>) =>
  withOrder(db).innerJoin('browser_payment as b', 'b.transaction_key', 't.key').select(PAYMENT_COLUMNS);

export const foundByKey = statement((db, p: Placeholder<{ value: number }>) =>
  selectPayment(db).where('b.transaction_key', '=', p('value')),
);
export const foundByHandle = statement((db, p: Placeholder<{ value: string }>) =>
  selectPayment(db).where('b.handle', '=', p('value')),
);
export const foundByReference = statement((db, p: Placeholder<{ value: string }>) =>
  selectPayment(db).where('b.reference', '=', p('value')),
);

export const reportedPayments = statement((db, p: Placeholder<{ late: LateCapture; limit: number }>) =>
  selectPayment(db).where('b.late', '=', p('late')).orderBy('b.transaction_key').limit(p('limit')),
);

interface EventParameters {
  readonly transactionKey: number;
  readonly kind: EventKind;
  readonly outcome: string;
  readonly actor: Actor;
  readonly source: string;
  readonly at: number;
  readonly one: number;
}

const EVENT_KEY = ['transaction_key', 'kind', 'outcome'] as const;

const insertEvent = (db: Kysely<Schema>, p: Placeholder<EventParameters>) =>
  db.insertInto('browser_payment_event').values({
    transaction_key: p('transactionKey'),
    kind: p('kind'),
    outcome: p('outcome'),
    actor: p('actor'),
    source: p('source'),
    first_at: p('at'),
    last_at: p('at'),
    times: p('one'),
  });

/** Guard: touches no row if the event was stored before. */
export const insertFirstEvent = statement((db, p: Placeholder<EventParameters>) =>
  insertEvent(db, p).onConflict((c) => c.columns(EVENT_KEY).doNothing()),
);

export const countEvent = statement((db, p: Placeholder<EventParameters>) =>
  insertEvent(db, p).onConflict((c) =>
    c.columns(EVENT_KEY).doUpdateSet((e) => ({
      last_at: p('at'),
      times: e('browser_payment_event.times', '+', p('one')),
    })),
  ),
);

export const setLate = statement(
  (db, p: Placeholder<{ after: LateCapture; transactionKey: number; before: LateCapture }>) =>
    db
      .updateTable('browser_payment')
      .set({ late: p('after') })
      .where('transaction_key', '=', p('transactionKey'))
      .where('late', '=', p('before')),
);

export const setFirstLate = statement((db, p: Placeholder<{ after: LateCapture; transactionKey: number }>) =>
  db
    .updateTable('browser_payment')
    .set({ late: p('after') })
    .where('transaction_key', '=', p('transactionKey'))
    .where('late', 'is', null),
);

/** Restarts the schedule of status queries. */
export const askAt = statement((db, p: Placeholder<{ at: number | null; none: number; transactionKey: number }>) =>
  db
    .updateTable('transaction_outcome')
    .set({ follow_up_at: p('at'), follow_ups: p('none'), owner: NOBODY })
    .where('transaction_key', '=', p('transactionKey')),
);

/** Does not change a schedule that was changed or removed after the query started. */
export const setNextQuery = statement(
  (db, p: Placeholder<{ dueAt: number | null; queries: number; key: number; queriedAt: number }>) =>
    db
      .updateTable('transaction_outcome')
      .set({ follow_up_at: p('dueAt'), follow_ups: p('queries'), owner: NOBODY })
      .where('transaction_key', '=', p('key'))
      .where('follow_up_at', '<=', p('queriedAt')),
);
