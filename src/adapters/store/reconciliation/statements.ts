/**
 * Statements that read for the operator: alerts, and pages of all transactions. They only read, and each scan of a
 * growing table has a limit.
 */
import type { Kysely } from 'kysely';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';
import { isWaiting } from '../schema/waiting-receipts.ts';
import { withOrder, withOutcome } from '../transactions/selections.ts';

/** Uses the partial index of open reversals: `due_at` is null once a reversal is acknowledged. */
const openReversals = (db: Kysely<Schema>, p: Placeholder<{ zero: number }>) =>
  db.selectFrom('reversal').where('due_at', '>=', p('zero'));

export const unacknowledgedReversals = statement((db, p: Placeholder<{ zero: number; tries: number; limit: number }>) =>
  openReversals(db, p)
    .select(['key', 'transaction_key', 'acquirer', 'advice', 'attempts', 'created_at'])
    .where('attempts', '>=', p('tries'))
    .orderBy('due_at')
    .limit(p('limit')),
);

export const reversedTransactions = statement((db, p: Placeholder<{ zero: number }>) =>
  openReversals(db, p).select('transaction_key'),
);

interface FollowedUp {
  readonly empty: string;
  readonly walked: number;
}

/** The acquirers with open reversals, each once. The next statement does the same for processors with open results. */
export const reversingAcquirers = statement((db, p: Placeholder<{ empty: string }>) =>
  db
    .selectFrom('reversal')
    .select('acquirer')
    .distinct()
    .where('acquirer', '>=', p('empty'))
    .where('due_at', 'is not', null),
);
export const awaitedProcessors = statement((db, p: Placeholder<{ empty: string }>) =>
  db
    .selectFrom('transaction_outcome')
    .select('processor')
    .distinct()
    .where('processor', '>=', p('empty'))
    .where('follow_up_at', 'is not', null),
);

/**
 * All rows are in the range on `processor`. The condition is there so that the planner uses the index that begins with
 * this column.
 */
const followedUp = (db: Kysely<Schema>, p: Placeholder<FollowedUp>) =>
  db
    .selectFrom('transaction_outcome')
    .where('processor', '>=', p('empty'))
    .where('follow_up_at', 'is not', null)
    .orderBy('processor')
    .orderBy('follow_up_at')
    .limit(p('walked'));

export const olderFollowUps = statement((db, p: Placeholder<FollowedUp & { before: number; limit: number }>) =>
  withOrder(db)
    .innerJoin('transaction_outcome as f', 'f.transaction_key', 't.key')
    .leftJoin('browser_payment as b', 'b.transaction_key', 't.key')
    .select(['f.follow_up_at', 'b.late'])
    .where('t.key', 'in', followedUp(db, p).select('transaction_key'))
    .where('t.created_at', '<=', p('before'))
    .orderBy('t.key')
    .limit(p('limit')),
);

export const olderLocks = statement((db, p: Placeholder<{ before: number; limit: number }>) =>
  withOrder(db)
    .leftJoin('gateway_process as g', 'g.key', 'o.owner')
    .select(['g.key as living', 'o.updated_at as locked_at'])
    .where('o.locked_by', 'is not', null)
    .whereRef('o.locked_by', '=', 't.key')
    .where('o.updated_at', '<=', p('before'))
    .orderBy('o.locked_by')
    .limit(p('limit')),
);

/** A page of all orders, by key. */
export const orderPage = statement((db, p: Placeholder<{ after: number; limit: number }>) =>
  db
    .selectFrom('payment_order as o')
    .innerJoin('merchant as m', 'm.key', 'o.merchant_key')
    .select(['o.key', 'm.id as merchant_id', 'o.order_id'])
    .where('o.key', '>', p('after'))
    .orderBy('o.key')
    .limit(p('limit')),
);

/** The transactions of a page of orders. */
export const transactionsOfPage = statement((db, p: Placeholder<{ after: number; last: number }>) =>
  withOutcome(db)
    .where('t.order_key', '>', p('after'))
    .where('t.order_key', '<=', p('last'))
    .orderBy('t.order_key')
    .orderBy('t.key'),
);

/** All gauges that the metrics read from the store, each capped at `most`. */
export const storeGauges = statement(
  (db, p: Placeholder<FollowedUp & { first: number; most: number; tries: number; zero: number }>) =>
    db.selectNoFrom(({ selectFrom, fn }) => [
      selectFrom(openReversals(db, p).select('key').limit(p('most')).as('d'))
        .select(fn.countAll<number>().as('count'))
        .as('reversals_due'),
      selectFrom(openReversals(db, p).select('key').where('attempts', '>=', p('tries')).limit(p('most')).as('a'))
        .select(fn.countAll<number>().as('count'))
        .as('reversal_alarms'),
      selectFrom(followedUp(db, p).select('transaction_key').as('f'))
        .select(fn.countAll<number>().as('count'))
        .as('open_results'),
      selectFrom('gateway_process').select(fn.countAll<number>().as('count')).as('processes'),
      selectFrom(
        db
          .selectFrom('notification_queue')
          .select('order_key')
          .where('order_key', '>', p('zero'))
          .limit(p('most'))
          .as('u'),
      )
        .select(fn.countAll<number>().as('count'))
        .as('notifications_due'),
      // Keys of orders ascend with time, so that the oldest notification is one of the first.
      selectFrom(
        db
          .selectFrom('notification_queue')
          .select('notification_key')
          .where('order_key', '>', p('zero'))
          .orderBy('order_key')
          .limit(p('first'))
          .as('w'),
      )
        .innerJoin('notification as n', 'n.key', 'w.notification_key')
        .select((eb) => eb.fn.min<number | null>('n.created_at').as('since'))
        .as('notifications_since'),
      selectFrom(
        db
          .selectFrom('receipt_mail')
          .select('transaction_key')
          .where('transaction_key', '>', p('zero'))
          .where(isWaiting('receipt_mail'))
          .limit(p('most'))
          .as('m'),
      )
        .select(fn.countAll<number>().as('count'))
        .as('receipts_due'),
    ]),
);
