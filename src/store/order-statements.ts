/** Statements over orders, their transactions, and what commits with them. */
import type { Kysely } from 'kysely';
import { isClaimable, NOBODY } from './claiming-rows.ts';
import { insertion, updateMany } from './grouped.ts';
import type { Schema } from './schema.ts';
import { statement } from './statement.ts';
import { withOrder, withOutcome } from './transaction-rows.ts';

const liveProcesses = (db: Kysely<Schema>) => db.selectFrom('gateway_process').select('gateway_process.key');

export const findOrder = statement((db, p) =>
  db
    .selectFrom('payment_order')
    .selectAll()
    .where('merchant_key', '=', p('merchantKey'))
    .where('order_id', '=', p('orderId')),
);

export const insertOrder = insertion(
  'payment_order',
  {
    key: ['key', 'bigint'],
    merchant_key: ['merchantKey', 'bigint'],
    order_id: ['orderId', 'text'],
    state: ['state', 'text'],
    locked_by: ['lockedBy', 'bigint'],
    fence: ['fence', 'bigint'],
    owner: ['owner', 'bigint'],
    created_at: ['createdAt', 'bigint'],
    updated_at: ['updatedAt', 'bigint'],
  },
  { unless: ['merchant_key', 'order_id'] },
);

export const lockOrder = statement((db, p) =>
  db
    .updateTable('payment_order')
    .set({ locked_by: p('lockedBy'), fence: p('fence'), owner: p('owner'), updated_at: p('updatedAt') })
    .where('key', '=', p('key'))
    .where('fence', '=', p('fenceBefore'))
    .where('locked_by', 'is', null),
);

export const completeOrder = statement(
  (db, p) =>
    db
      .updateTable('payment_order')
      .set({ state: p('state'), locked_by: p('unlocked'), updated_at: p('updatedAt') })
      .where('key', '=', p('key'))
      .where('fence', '=', p('fence'))
      .where('locked_by', '=', p('lockedBy')),
  updateMany(
    'payment_order',
    { key: 'bigint', fence: 'bigint', lockedBy: 'bigint', updatedAt: 'bigint', state: 'text' },
    {
      set: 'state = v.state, locked_by = null, updated_at = v."updatedAt"',
      where: 'o.fence = v.fence and o.locked_by = v."lockedBy"',
    },
  ),
);

export const findTransaction = statement((db, p) =>
  withOutcome(db).where('t.order_key', '=', p('orderKey')).where('t.transaction_id', '=', p('transactionId')),
);

export const transactionsOfOrder = statement((db, p) =>
  withOutcome(db).where('t.order_key', '=', p('orderKey')).orderBy('t.key'),
);

export const findSealedCard = statement((db, p) =>
  db.selectFrom('payment_transaction').select('sealed_card').where('key', '=', p('key')),
);

export const insertTransaction = insertion('payment_transaction', {
  key: ['key', 'bigint'],
  order_key: ['orderKey', 'bigint'],
  transaction_id: ['transactionId', 'text'],
  request: ['request', 'text'],
  meaning: ['fingerprint', 'bytea'],
  sealed_card: ['sealedCard', 'bytea'],
  created_at: ['createdAt', 'bigint'],
});

export const insertOutcome = insertion('transaction_outcome', {
  transaction_key: ['key', 'bigint'],
  outcome: ['outcome', 'text'],
  follow_up_at: ['followUpAt', 'bigint'],
  follow_ups: ['followUps', 'bigint'],
  processor: ['processor', 'text'],
  updated_at: ['updatedAt', 'bigint'],
});

export const resolveOutcome = statement((db, p) =>
  db
    .updateTable('transaction_outcome')
    .set({
      outcome: p('outcome'),
      follow_up_at: p('followUpAt'),
      follow_ups: p('followUps'),
      owner: NOBODY,
      updated_at: p('updatedAt'),
    })
    .where('transaction_key', '=', p('key')),
);

export const insertReversal = insertion('reversal', {
  key: ['key', 'bigint'],
  transaction_key: ['transactionKey', 'bigint'],
  acquirer: ['acquirer', 'text'],
  advice: ['advice', 'text'],
  attempts: ['attempts', 'bigint'],
  due_at: ['dueAt', 'bigint'],
  created_at: ['createdAt', 'bigint'],
  acknowledged_at: ['acknowledgedAt', 'bigint'],
});

export const spendSession = statement((db, p) =>
  db
    .updateTable('session')
    .set({ sealed_sensitive: p('none'), sensitive_until: p('none') })
    .where('key', '=', p('key'))
    .where('sealed_sensitive', 'is not', null),
);

/** In flight in a process that is dead: it still holds the lock of their order. */
export const abandonedTransactions = statement((db, p) =>
  withOrder(db)
    .where('o.locked_by', 'is not', null)
    .whereRef('o.locked_by', '=', 't.key')
    .where((eb) => eb.or([eb('o.owner', 'is', null), eb('o.owner', 'not in', liveProcesses(db))]))
    .orderBy('o.locked_by')
    .limit(p('limit')),
);

export const claimFollowUps = statement((db, p, { skipLocked }) =>
  db
    .updateTable('transaction_outcome')
    .set({ owner: p('owner') })
    .where(
      'transaction_key',
      'in',
      skipLocked(
        db
          .selectFrom('transaction_outcome')
          .select('transaction_key')
          .where('processor', '=', p('processor'))
          .where('follow_up_at', '<=', p('now'))
          .where(isClaimable(p))
          .orderBy('follow_up_at')
          .limit(p('limit')),
      ),
    )
    .returning(['transaction_key', 'follow_up_at']),
);

export const transactionWithOrder = statement((db, p) => withOrder(db).where('t.key', '=', p('key')));

export const followUpQueried = statement((db, p) =>
  db
    .updateTable('transaction_outcome')
    .set({ follow_up_at: p('dueAt'), follow_ups: p('queries'), owner: NOBODY })
    .where('transaction_key', '=', p('key'))
    // A result that became known meanwhile is not queried again.
    .where('follow_up_at', 'is not', null),
);

export const resolveOrder = statement((db, p) =>
  db
    .updateTable('payment_order')
    .set({ state: p('state'), fence: p('fence'), updated_at: p('updatedAt') })
    .where('key', '=', p('key'))
    .where('fence', '=', p('fenceBefore'))
    .where('locked_by', 'is', null),
);

export const insertRefundRequest = statement((db, p) =>
  db.insertInto('refund_request').values({
    transaction_key: p('key'),
    decision: p('none'),
    decided_by: p('none'),
    decided_at: p('none'),
    done_at: p('none'),
  }),
);

const openRefundRequests = (db: Kysely<Schema>) =>
  withOrder(db)
    .innerJoin('refund_request as d', 'd.transaction_key', 't.key')
    .select('d.decision')
    .where('d.done_at', 'is', null)
    // Sorted by the request's own key, so that the few open ones are looked up and not every transaction.
    .orderBy('d.transaction_key');

export const waitingRefunds = statement((db, p) =>
  openRefundRequests(db).where('d.decision', 'is', null).limit(p('limit')),
);

export const undoneRefundDecisions = statement((db, p) =>
  openRefundRequests(db).where('d.decision', 'is not', null).limit(p('limit')),
);

export const decideRefund = statement((db, p) =>
  db
    .updateTable('refund_request')
    .set({ decision: p('decision'), decided_by: p('by'), decided_at: p('at') })
    .where('transaction_key', '=', p('key'))
    .where('decision', 'is', null),
);

export const refundDecisionDone = statement((db, p) =>
  db
    .updateTable('refund_request')
    .set({ done_at: p('at') })
    .where('transaction_key', '=', p('key')),
);

export const claimReversals = statement((db, p, { skipLocked }) =>
  db
    .updateTable('reversal')
    .set({ owner: p('owner') })
    .where(
      'key',
      'in',
      skipLocked(
        db
          .selectFrom('reversal')
          .select('key')
          .where('acquirer', '=', p('acquirer'))
          .where('due_at', '<=', p('now'))
          .where(isClaimable(p))
          .orderBy('due_at')
          .limit(p('limit')),
      ),
    )
    .returning(['key', 'advice', 'attempts', 'due_at']),
);

/** What is acknowledged is due no more: the index of what is due holds all that is pending. */
export const pendingReversal = statement((db, p) =>
  db
    .selectFrom('reversal')
    .select('key')
    .where('due_at', '>=', p('zero'))
    .where('transaction_key', 'in', (eb) =>
      eb.selectFrom('payment_transaction').select('key').where('order_key', '=', p('orderKey')),
    )
    .limit(p('limit')),
);

export const reversalTried = statement((db, p) =>
  db
    .updateTable('reversal')
    .set({ attempts: p('attempts'), due_at: p('dueAt'), owner: NOBODY })
    .where('key', '=', p('key')),
);

export const reversalAcknowledged = statement((db, p) =>
  db
    .updateTable('reversal')
    .set({ due_at: p('none'), acknowledged_at: p('at') })
    .where('key', '=', p('key')),
);
