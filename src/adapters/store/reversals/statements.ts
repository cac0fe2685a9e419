/** Statements over reversals: claimed by one process, and repeated until the acquirer acknowledges them. */
import { isClaimable, NOBODY } from '../engine/claiming-rows.ts';
import { insertion } from '../engine/insertion.ts';
import { isOfOpenTransaction } from '../engine/open-merchants.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

export const insertReversal = insertion(
  'reversal',
  {
    key: ['key', 'bigint'],
    transaction_key: ['transactionKey', 'bigint'],
    acquirer: ['acquirer', 'text'],
    advice: ['advice', 'text'],
    attempts: ['attempts', 'bigint'],
    due_at: ['dueAt', 'bigint'],
    created_at: ['createdAt', 'bigint'],
    acknowledged_at: ['acknowledgedAt', 'bigint'],
  },
  { identity: 'key' },
);

export const claimReversals = statement(
  (db, p: Placeholder<{ owner: number; acquirer: string; now: number; limit: number }>, { skipLocked }) =>
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
            .where(isOfOpenTransaction('reversal.transaction_key'))
            .orderBy('due_at')
            .limit(p('limit')),
        ),
      )
      .returning(['key', 'advice', 'attempts', 'due_at']),
);

/**
 * Uses the partial index on `due_at`, which has all pending reversals, because acknowledged reversals have no due time.
 */
export const pendingReversal = statement((db, p: Placeholder<{ zero: number; orderKey: number; limit: number }>) =>
  db
    .selectFrom('reversal')
    .select('key')
    .where('due_at', '>=', p('zero'))
    .where('transaction_key', 'in', (eb) =>
      eb.selectFrom('payment_transaction').select('key').where('order_key', '=', p('orderKey')),
    )
    .limit(p('limit')),
);

export const reversalTried = statement((db, p: Placeholder<{ attempts: number; dueAt: number; key: number }>) =>
  db
    .updateTable('reversal')
    .set({ attempts: p('attempts'), due_at: p('dueAt'), owner: NOBODY })
    .where('key', '=', p('key')),
);

export const reversalAcknowledged = statement((db, p: Placeholder<{ none: null; at: number; key: number }>) =>
  db
    .updateTable('reversal')
    .set({ due_at: p('none'), acknowledged_at: p('at') })
    .where('key', '=', p('key')),
);
