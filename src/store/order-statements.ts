/** Every statement over orders, their transactions, and what commits with them. */
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import { statement } from './statement.ts';

export const findOrder = statement((db, p) =>
  db
    .selectFrom('payment_order')
    .selectAll()
    .where('merchant_key', '=', p('merchantKey'))
    .where('order_id', '=', p('orderId')),
);

export const insertOrder = statement((db, p) =>
  db
    .insertInto('payment_order')
    .values({
      key: p('key'),
      merchant_key: p('merchantKey'),
      order_id: p('orderId'),
      state: p('state'),
      locked_by: p('lockedBy'),
      fence: p('fence'),
      created_at: p('createdAt'),
      updated_at: p('updatedAt'),
    })
    .onConflict((c) => c.columns(['merchant_key', 'order_id']).doNothing()),
);

export const lockOrder = statement((db, p) =>
  db
    .updateTable('payment_order')
    .set({ locked_by: p('lockedBy'), fence: p('fence'), updated_at: p('updatedAt') })
    .where('key', '=', p('key'))
    .where('fence', '=', p('fenceBefore'))
    .where('locked_by', 'is', null),
);

export const finishOrder = statement((db, p) =>
  db
    .updateTable('payment_order')
    .set({ state: p('state'), locked_by: p('unlocked'), updated_at: p('updatedAt') })
    .where('key', '=', p('key'))
    .where('fence', '=', p('fence'))
    .where('locked_by', '=', p('lockedBy')),
);

export const findTransaction = statement((db, p) =>
  db
    .selectFrom('payment_transaction')
    .selectAll()
    .where('order_key', '=', p('orderKey'))
    .where('transaction_id', '=', p('transactionId')),
);

export const transactionsOfOrder = statement((db, p) =>
  db.selectFrom('payment_transaction').selectAll().where('order_key', '=', p('orderKey')).orderBy('key'),
);

export const insertTransaction = statement((db, p) =>
  db.insertInto('payment_transaction').values({
    key: p('key'),
    order_key: p('orderKey'),
    transaction_id: p('transactionId'),
    phase: p('phase'),
    request: p('request'),
    meaning: p('meaning'),
    sealed_card: p('sealedCard'),
    outcome: p('outcome'),
    created_at: p('createdAt'),
    follow_up_at: p('followUpAt'),
    follow_ups: p('followUps'),
    updated_at: p('createdAt'),
  }),
);

export const finishTransaction = statement((db, p) =>
  db
    .updateTable('payment_transaction')
    .set({ phase: p('phase'), outcome: p('outcome'), follow_up_at: p('followUpAt'), updated_at: p('updatedAt') })
    .where('key', '=', p('key')),
);

export const insertNotification = statement((db, p) =>
  db.insertInto('notification').values({
    key: p('key'),
    order_key: p('orderKey'),
    transaction_key: p('transactionKey'),
    sequence: p('sequence'),
    url: p('url'),
    version: p('version'),
    created_at: p('createdAt'),
    delivered_at: p('deliveredAt'),
  }),
);

export const insertReversal = statement((db, p) =>
  db.insertInto('reversal').values({
    key: p('key'),
    transaction_key: p('transactionKey'),
    advice: p('advice'),
    attempts: p('attempts'),
    due_at: p('dueAt'),
    created_at: p('createdAt'),
    acknowledged_at: p('acknowledgedAt'),
  }),
);

export const spendSession = statement((db, p) =>
  db
    .updateTable('session')
    .set({ sealed_sensitive: p('none'), sensitive_until: p('none') })
    .where('key', '=', p('key')),
);

const withOrder = (db: Kysely<Schema>) =>
  db
    .selectFrom('payment_transaction as t')
    .innerJoin('payment_order as o', 'o.key', 't.order_key')
    .innerJoin('merchant as m', 'm.key', 'o.merchant_key')
    .selectAll('t')
    .select(['m.id as merchant_id', 'o.merchant_key', 'o.order_id']);

export const sentTransactions = statement((db, p) => withOrder(db).where('t.phase', '=', p('phase')).orderBy('t.key'));

export const dueFollowUps = statement((db, p) =>
  withOrder(db).where('t.follow_up_at', '<=', p('now')).orderBy('t.follow_up_at').limit(p('limit')),
);

export const followUpAsked = statement((db, p) =>
  db
    .updateTable('payment_transaction')
    .set({ follow_up_at: p('dueAt'), follow_ups: p('asked') })
    .where('key', '=', p('key')),
);

export const settleOrder = statement((db, p) =>
  db
    .updateTable('payment_order')
    .set({ state: p('state'), fence: p('fence'), updated_at: p('updatedAt') })
    .where('key', '=', p('key'))
    .where('fence', '=', p('fenceBefore'))
    .where('locked_by', 'is', null),
);

export const dueReversals = statement((db, p) =>
  db
    .selectFrom('reversal')
    .select(['key', 'advice', 'attempts'])
    .where('due_at', '<=', p('now'))
    .orderBy('due_at')
    .limit(p('limit')),
);

export const reversalTried = statement((db, p) =>
  db
    .updateTable('reversal')
    .set({ attempts: p('attempts'), due_at: p('dueAt') })
    .where('key', '=', p('key')),
);

export const reversalAcknowledged = statement((db, p) =>
  db
    .updateTable('reversal')
    .set({ due_at: p('none'), acknowledged_at: p('at') })
    .where('key', '=', p('key')),
);
