/** Statements that move what transactions said to the archive, and keep the record of it. */
import { sql } from 'kysely';
import { type Placeholder, statement } from '../statement.ts';
import type { CopyState } from './pieces.ts';

/** Copies that markers name, or named before an erasure; and those that none names. */
export const NAMED = [sql<CopyState>`'ARCHIVED'`, sql<CopyState>`'STALE'`];
const UNNAMED = [sql<CopyState>`'PENDING'`, sql<CopyState>`'DROPPED'`];

/** With markers as they are, where the engine is the one below the archive's reader. */
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

/** As a guard: a copy that was dropped is never named by a marker. */
export const changeCopy = statement((db, p: Placeholder<Change>) =>
  db
    .updateTable('archive_copy')
    .set({ state: p('after') })
    .where('key', '=', p('key'))
    .where('state', '=', p('before')),
);

/** As a guard: it touches no copy that markers name, nor one that is gone. */
export const dropCopy = statement((db, p: Placeholder<{ key: number; dropped: CopyState }>) =>
  db
    .updateTable('archive_copy')
    .set({ state: p('dropped') })
    .where('key', '=', p('key'))
    .where('state', 'in', UNNAMED),
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

/** Whether any order names the month's piece. */
export const namedInMonth = statement((db, p: Placeholder<{ month: string; limit: number }>) =>
  db
    .selectFrom('archive_copy')
    .select('key')
    .where('month', '=', p('month'))
    .where('state', 'in', NAMED)
    .limit(p('limit')),
);

export const deleteCopy = statement((db, p: Placeholder<{ key: number; dropped: CopyState }>) =>
  db.deleteFrom('archive_copy').where('key', '=', p('key')).where('state', '=', p('dropped')),
);

/** By the index of what is not simply archived. */
export const openCopies = statement((db, p: Placeholder<{ before: number; limit: number }>) =>
  db
    .selectFrom('archive_copy')
    .select(['key', 'order_key', 'month', 'state'])
    .where('state', '<>', sql<CopyState>`'ARCHIVED'`)
    .where('created_at', '<=', p('before'))
    .limit(p('limit')),
);

/** Reads the whole table, for an operator's command. */
export const copiesByMonth = statement((db) =>
  db
    .selectFrom('archive_copy')
    .select(['month', sql<number>`count(distinct order_key)`.as('orders')])
    .where('state', 'in', NAMED)
    .groupBy('month')
    .orderBy('month'),
);

/** Without their states, which are the most of each; with the copy that was made since the last movement. */
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
        .where('c.state', 'in', NAMED)
        .as('copy_key'),
    )
    .where('o.key', '>', p('after'))
    .orderBy('o.key')
    .limit(p('limit')),
);
