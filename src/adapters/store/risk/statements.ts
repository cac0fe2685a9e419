/** Statements over the attempts that risk rules count, and over payments under review. */
import { type Kysely, sql } from 'kysely';
import { insertion } from '../engine/insertion.ts';
import { isOfOpenMerchant } from '../engine/open-merchants.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';
import { withOrder } from '../transactions/selections.ts';

export const insertAttempt = insertion(
  'risk_attempt',
  {
    key: ['key', 'bigint'],
    transaction_key: ['transactionKey', 'bigint'],
    subject: ['subject', 'bytea'],
    amount: ['amount', 'text'],
    currency: ['currency', 'text'],
    is_failed: ['isFailed', 'bigint'],
    created_at: ['createdAt', 'bigint'],
  },
  { identity: 'key' },
);

/** Reads the newest attempts first, so that the limit omits the oldest. */
export const attemptsOfSubject = statement(
  (db, p: Placeholder<{ subject: Uint8Array; after: number; limit: number }>) =>
    db
      .selectFrom('risk_attempt')
      .select(['key', 'amount', 'currency', 'is_failed', 'created_at'])
      .where('subject', '=', p('subject'))
      .where('created_at', '>', p('after'))
      .orderBy('created_at', 'desc')
      .limit(p('limit')),
);

export const attemptFailed = statement((db, p: Placeholder<{ transactionKey: number; failed: number }>) =>
  db
    .updateTable('risk_attempt')
    .set({ is_failed: p('failed') })
    .where('transaction_key', '=', p('transactionKey')),
);

export const forgetAttempts = statement((db, p: Placeholder<{ before: number; limit: number }>) =>
  db
    .deleteFrom('risk_attempt')
    .where('key', 'in', (eb) =>
      eb
        .selectFrom('risk_attempt')
        .select('key')
        .where('created_at', '<', p('before'))
        .orderBy('created_at')
        .limit(p('limit')),
    ),
);

export const insertReview = insertion(
  'risk_review',
  { transaction_key: ['transactionKey', 'bigint'], open_since: ['openSince', 'bigint'] },
  { identity: 'transaction_key' },
);

/** Uses the index of `open_since`, which only the few open reviews have. */
const openReviews = (db: Kysely<Schema>) =>
  withOrder(db)
    .innerJoin('risk_review as v', 'v.transaction_key', 't.key')
    .select(['v.decision', 'v.decided_by', 'v.decided_at', 'v.decision_reason', 'v.note'])
    .where(isOfOpenMerchant('o.merchant_key'))
    .orderBy('v.open_since');

export const waitingReviews = statement((db, p: Placeholder<{ zero: number; limit: number }>) =>
  openReviews(db).where('v.open_since', '>=', p('zero')).where('v.decision', 'is', null).limit(p('limit')),
);

/** The plus keeps the engine from a walk over the merchant's orders, of which there are many more than open reviews. */
export const waitingReviewsOf = statement((db, p: Placeholder<{ merchantKey: number; zero: number; limit: number }>) =>
  openReviews(db)
    .where('v.open_since', '>=', p('zero'))
    .where('v.decision', 'is', null)
    .where(sql<boolean>`+o.merchant_key = ${p('merchantKey')}`)
    .limit(p('limit')),
);

export const undoneReviewDecisions = statement((db, p: Placeholder<{ zero: number; limit: number }>) =>
  openReviews(db).where('v.open_since', '>=', p('zero')).where('v.decision', 'is not', null).limit(p('limit')),
);

interface ReviewDecision {
  readonly decision: 'ACCEPTED' | 'REJECTED';
  readonly by: string;
  readonly at: number;
  readonly reason: string | null;
  readonly note: string | null;
  readonly key: number;
}

/** Guard: of several decisions, only the first touches the row. */
export const decideReview = statement((db, p: Placeholder<ReviewDecision>) =>
  db
    .updateTable('risk_review')
    .set({
      decision: p('decision'),
      decided_by: p('by'),
      decided_at: p('at'),
      decision_reason: p('reason'),
      note: p('note'),
    })
    .where('transaction_key', '=', p('key'))
    .where('open_since', 'is not', null)
    .where('decision', 'is', null),
);

export const reviewDone = statement((db, p: Placeholder<{ none: null; key: number }>) =>
  db
    .updateTable('risk_review')
    .set({ open_since: p('none') })
    .where('transaction_key', '=', p('key')),
);
