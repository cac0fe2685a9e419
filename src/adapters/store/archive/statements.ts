/** Statements that move transactions' texts to the archive and record the copies. */
import { sql } from 'kysely';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { CopyState } from '../schema/archive.ts';

/**
 * The states of copies to which markers refer, or referred before an erasure. The other states are in
 * `UNREFERENCED_STATES`.
 */
export const REFERENCED_STATES = [sql<CopyState>`'ARCHIVED'`, sql<CopyState>`'STALE'`];
const UNREFERENCED_STATES = [sql<CopyState>`'PENDING'`, sql<CopyState>`'DROPPED'`];

/** Run on the engine inside `ArchiveReader`, this returns the markers themselves. */
export const textsOfOrder = statement((db, p: Placeholder<{ orderKey: number }>) =>
  db
    .selectFrom('payment_transaction as t')
    .leftJoin('transaction_outcome as r', 'r.transaction_key', 't.key')
    .select(['t.key', 't.request', 'r.outcome'])
    .where('t.order_key', '=', p('orderKey')),
);

interface NewCopy {
  readonly key: number;
  readonly orderKey: number;
  readonly month: string;
  readonly state: CopyState;
  readonly movedAt: number;
  readonly now: number;
}

export const insertCopy = statement((db, p: Placeholder<NewCopy>) =>
  db.insertInto('archive_copy').values({
    key: p('key'),
    order_key: p('orderKey'),
    month: p('month'),
    state: p('state'),
    moved_at: p('movedAt'),
    created_at: p('now'),
  }),
);

interface Change {
  readonly key: number;
  readonly before: CopyState;
  readonly after: CopyState;
}

/** Guard: it does not match a dropped copy, so that no marker refers to one. */
export const changeCopy = statement((db, p: Placeholder<Change>) =>
  db
    .updateTable('archive_copy')
    .set({ state: p('after') })
    .where('key', '=', p('key'))
    .where('state', '=', p('before')),
);

/** Guard: it does not match a copy to which markers refer. */
export const dropCopy = statement((db, p: Placeholder<{ key: number; dropped: CopyState }>) =>
  db
    .updateTable('archive_copy')
    .set({ state: p('dropped') })
    .where('key', '=', p('key'))
    .where('state', 'in', UNREFERENCED_STATES),
);

export const changeCopiesOfOrder = statement((db, p: Placeholder<Omit<Change, 'key'> & { orderKey: number }>) =>
  db
    .updateTable('archive_copy')
    .set({ state: p('after') })
    .where('order_key', '=', p('orderKey'))
    .where('state', '=', p('before')),
);

export const copiesOfOrder = statement((db, p: Placeholder<{ orderKey: number; state: CopyState }>) =>
  db
    .selectFrom('archive_copy')
    .select(['key', 'month'])
    .where('order_key', '=', p('orderKey'))
    .where('state', '=', p('state')),
);

/** Finds whether any order has a copy in the month's piece. */
export const namedInMonth = statement((db, p: Placeholder<{ month: string; limit: number }>) =>
  db
    .selectFrom('archive_copy')
    .select('key')
    .where('month', '=', p('month'))
    .where('state', 'in', REFERENCED_STATES)
    .limit(p('limit')),
);

export const deleteCopy = statement((db, p: Placeholder<{ key: number; dropped: CopyState }>) =>
  db.deleteFrom('archive_copy').where('key', '=', p('key')).where('state', '=', p('dropped')),
);

/** Uses the partial index on copies that are not `ARCHIVED`. */
export const openCopies = statement((db, p: Placeholder<{ before: number; limit: number }>) =>
  db
    .selectFrom('archive_copy')
    .select(['key', 'order_key', 'month', 'state'])
    .where('state', '<>', sql<CopyState>`'ARCHIVED'`)
    .where('created_at', '<=', p('before'))
    .limit(p('limit')),
);

/** Reads the whole table. Only for a command of the operator. */
export const copiesByMonth = statement((db) =>
  db
    .selectFrom('archive_copy')
    .select(['month', sql<number>`count(distinct order_key)`.as('orders')])
    .where('state', 'in', REFERENCED_STATES)
    .groupBy('month')
    .orderBy('month'),
);

/**
 * Omits the orders' states, which are most of an order's bytes. `copy_key` is the key of a copy that was made after the
 * order's last movement.
 */
export const orderArchivePage = statement((db, p: Placeholder<{ after: number; limit: number }>) =>
  db
    .selectFrom('payment_order as o')
    .select(['o.key', 'o.merchant_key', 'o.locked_by', 'o.updated_at'])
    .select((eb) =>
      eb
        .selectFrom('archive_copy as c')
        .select((inner) => inner.fn.max<number | null>('c.key').as('key'))
        .whereRef('c.order_key', '=', 'o.key')
        .whereRef('c.moved_at', '=', 'o.updated_at')
        .where('c.state', 'in', REFERENCED_STATES)
        .as('copy_key'),
    )
    .where('o.key', '>', p('after'))
    .orderBy('o.key')
    .limit(p('limit')),
);
