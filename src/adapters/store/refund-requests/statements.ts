/** Statements over refunds that wait for the operator, and over the operator's decisions. */
import { type Kysely, sql } from 'kysely';
import { isOfOpenMerchant } from '../engine/open-merchants.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';
import { withOrder } from '../transactions/selections.ts';

export const insertRefundRequest = statement((db, p: Placeholder<{ key: number; none: null }>) =>
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
    .where(isOfOpenMerchant('o.merchant_key'))
    // Sort by the key in the decision's table, so that only the few open requests are looked up and not every
    // transaction.
    .orderBy('d.transaction_key');

export const waitingRefunds = statement((db, p: Placeholder<{ limit: number }>) =>
  openRefundRequests(db).where('d.decision', 'is', null).limit(p('limit')),
);

/**
 * The plus keeps the engine from a walk over the merchant's orders, of which there are many more than open requests.
 */
export const waitingRefundsOf = statement((db, p: Placeholder<{ merchantKey: number; limit: number }>) =>
  openRefundRequests(db)
    .where('d.decision', 'is', null)
    .where(sql<boolean>`+o.merchant_key = ${p('merchantKey')}`)
    .limit(p('limit')),
);

export const undoneRefundDecisions = statement((db, p: Placeholder<{ limit: number }>) =>
  openRefundRequests(db).where('d.decision', 'is not', null).limit(p('limit')),
);

export const decideRefund = statement(
  (db, p: Placeholder<{ decision: 'APPROVED' | 'REJECTED'; by: string; at: number; key: number }>) =>
    db
      .updateTable('refund_request')
      .set({ decision: p('decision'), decided_by: p('by'), decided_at: p('at') })
      .where('transaction_key', '=', p('key'))
      .where('decision', 'is', null),
);

export const refundDecisionDone = statement((db, p: Placeholder<{ at: number; key: number }>) =>
  db
    .updateTable('refund_request')
    .set({ done_at: p('at') })
    .where('transaction_key', '=', p('key')),
);
