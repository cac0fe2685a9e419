/** Statements over orders, their transactions, and the rows that commit with them. */
import type { Kysely } from 'kysely';
import { isClaimable, NOBODY } from '../engine/claiming-rows.ts';
import { groupedUpdate } from '../engine/grouped-statement.ts';
import { insertion } from '../engine/insertion.ts';
import { isOfOpenMerchant, isOfOpenTransaction, OPEN_MERCHANT } from '../engine/open-merchants.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';
import { withOrder, withOutcome } from './selections.ts';

const liveProcesses = (db: Kysely<Schema>) => db.selectFrom('gateway_process').select('gateway_process.key');

export const findOrder = statement((db, p: Placeholder<{ merchantKey: number; orderId: string }>) =>
  db
    .selectFrom('payment_order')
    .select(['key', 'merchant_key', 'order_id', 'state', 'locked_by', 'fence', 'created_at', 'updated_at'])
    .where('merchant_key', '=', p('merchantKey'))
    .where('order_id', '=', p('orderId')),
);

export const orderByKey = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('payment_order')
    .select(['key', 'merchant_key', 'order_id', 'state', 'locked_by', 'fence', 'created_at', 'updated_at'])
    .where('key', '=', p('key')),
);

export const stateOfOrder = statement((db, p: Placeholder<{ orderKey: number }>) =>
  db.selectFrom('payment_order').select('state').where('key', '=', p('orderKey')),
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
  {
    identity: 'key',
    conflict: { columns: ['merchant_key', 'order_id'] },
    condition: { parameter: 'merchantKey', sql: OPEN_MERCHANT },
  },
);

export const lockOrder = statement(
  (
    db,
    p: Placeholder<{
      lockedBy: number | null;
      fence: number;
      owner: number;
      updatedAt: number;
      key: number;
      fenceBefore: number;
    }>,
  ) =>
    db
      .updateTable('payment_order')
      .set({ locked_by: p('lockedBy'), fence: p('fence'), owner: p('owner'), updated_at: p('updatedAt') })
      .where('key', '=', p('key'))
      .where('fence', '=', p('fenceBefore'))
      .where('locked_by', 'is', null)
      .where(isOfOpenMerchant('payment_order.merchant_key')),
);

interface CompleteOrder {
  readonly state: string;
  readonly updatedAt: number;
  readonly key: number;
  readonly fence: number;
  readonly lockedBy: number | null;
}

export const completeOrder = statement(
  (db, p: Placeholder<CompleteOrder>) =>
    db
      .updateTable('payment_order')
      .set({ state: p('state'), locked_by: NOBODY, updated_at: p('updatedAt') })
      .where('key', '=', p('key'))
      .where('fence', '=', p('fence'))
      .where('locked_by', '=', p('lockedBy')),
  groupedUpdate<CompleteOrder>(
    'payment_order',
    ['key', 'o.key'],
    { state: 'text', updatedAt: 'bigint', key: 'bigint', fence: 'bigint', lockedBy: 'bigint' },
    {
      set: 'state = v.state, locked_by = null, updated_at = v."updatedAt"',
      where: 'o.fence = v.fence and o.locked_by = v."lockedBy"',
    },
  ),
);

export const findTransaction = statement((db, p: Placeholder<{ orderKey: number; transactionId: string }>) =>
  withOutcome(db).where('t.order_key', '=', p('orderKey')).where('t.transaction_id', '=', p('transactionId')),
);

/**
 * Reads the transactions of an order, unsorted. An order has few of them, and SQLite takes as long to sort one row as
 * to find it.
 */
export const transactionsOfOrder = statement((db, p: Placeholder<{ orderKey: number }>) =>
  withOutcome(db).where('t.order_key', '=', p('orderKey')),
);

export const insertTransaction = insertion(
  'payment_transaction',
  {
    key: ['key', 'bigint'],
    order_key: ['orderKey', 'bigint'],
    transaction_id: ['transactionId', 'text'],
    request: ['request', 'text'],
    meaning: ['fingerprint', 'bytea'],
    sealed_card: ['sealedCard', 'bytea'],
    created_at: ['createdAt', 'bigint'],
  },
  { identity: 'key', isLasting: true },
);

export const insertOutcome = insertion(
  'transaction_outcome',
  {
    transaction_key: ['key', 'bigint'],
    outcome: ['outcome', 'text'],
    follow_up_at: ['followUpAt', 'bigint'],
    follow_ups: ['followUps', 'bigint'],
    processor: ['processor', 'text'],
    updated_at: ['updatedAt', 'bigint'],
  },
  { identity: 'transaction_key', isLasting: true },
);

export const resolveOutcome = statement(
  (
    db,
    p: Placeholder<{ outcome: string; followUpAt: number | null; followUps: number; updatedAt: number; key: number }>,
  ) =>
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

export const spendSession = statement((db, p: Placeholder<{ none: null; key: number }>) =>
  db
    .updateTable('session')
    .set({ sealed_sensitive: p('none'), sensitive_until: p('none') })
    .where('key', '=', p('key'))
    .where('sealed_sensitive', 'is not', null),
);

/** Finds transactions in flight in a dead process: they still hold the lock of their order. */
export const abandonedTransactions = statement((db, p: Placeholder<{ limit: number }>) =>
  withOrder(db)
    .where('o.locked_by', 'is not', null)
    .whereRef('o.locked_by', '=', 't.key')
    .where((eb) => eb.or([eb('o.owner', 'is', null), eb('o.owner', 'not in', liveProcesses(db))]))
    .orderBy('o.locked_by')
    .limit(p('limit')),
);

export const claimFollowUps = statement(
  (db, p: Placeholder<{ owner: number; processor: string; now: number; limit: number }>, { skipLocked }) =>
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
            .where(isOfOpenTransaction('transaction_outcome.transaction_key'))
            .orderBy('follow_up_at')
            .limit(p('limit')),
        ),
      )
      .returning(['transaction_key', 'follow_up_at']),
);

export const transactionWithOrder = statement((db, p: Placeholder<{ key: number }>) =>
  withOrder(db).where('t.key', '=', p('key')),
);

export const followUpQueried = statement((db, p: Placeholder<{ dueAt: number; queries: number; key: number }>) =>
  db
    .updateTable('transaction_outcome')
    .set({ follow_up_at: p('dueAt'), follow_ups: p('queries'), owner: NOBODY })
    .where('transaction_key', '=', p('key'))
    // Does not touch a result that has become final.
    .where('follow_up_at', 'is not', null),
);

export const resolveOrder = statement(
  (db, p: Placeholder<{ state: string; fence: number; updatedAt: number; key: number; fenceBefore: number }>) =>
    db
      .updateTable('payment_order')
      .set({ state: p('state'), fence: p('fence'), updated_at: p('updatedAt') })
      .where('key', '=', p('key'))
      .where('fence', '=', p('fenceBefore'))
      .where('locked_by', 'is', null)
      .where(isOfOpenMerchant('payment_order.merchant_key')),
);
