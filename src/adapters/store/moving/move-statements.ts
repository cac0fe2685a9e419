/** Statements over the state of moves. */
import { sql } from 'kysely';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { MoveStep } from '../schema/moving.ts';

interface NewMove {
  readonly merchantKey: number;
  readonly merchantId: string;
  readonly step: MoveStep;
  readonly isClosed: number;
  readonly listsChanges: number;
  readonly otherStore: number;
  readonly runner: string;
  readonly one: number;
  readonly gone: MoveStep;
  readonly now: number;
}

/** Guard: touches no row if the merchant has a move here already, unless it has gone and comes back. */
export const insertMove = statement((db, p: Placeholder<NewMove>) =>
  db
    .insertInto('merchant_move')
    .values({
      merchant_key: p('merchantKey'),
      merchant_id: p('merchantId'),
      step: p('step'),
      is_closed: p('isClosed'),
      lists_changes: p('listsChanges'),
      other_store: p('otherStore'),
      runner: p('runner'),
      beats: p('one'),
      changed_at: p('now'),
    })
    .onConflict((c) =>
      c
        .column('merchant_key')
        .doUpdateSet({
          step: p('step'),
          is_closed: p('isClosed'),
          lists_changes: p('listsChanges'),
          other_store: p('otherStore'),
          runner: p('runner'),
          beats: p('one'),
          changed_at: p('now'),
        })
        .where('merchant_move.step', '=', p('gone')),
    ),
);

const COLUMNS = ['merchant_key', 'merchant_id', 'step', 'other_store', 'runner', 'beats', 'changed_at'] as const;

export const selectMoves = statement((db) => db.selectFrom('merchant_move').select(COLUMNS).orderBy('merchant_id'));

export const selectMove = statement((db, p: Placeholder<{ merchantId: string }>) =>
  db.selectFrom('merchant_move').select(COLUMNS).where('merchant_id', '=', p('merchantId')),
);

interface OwnMove {
  readonly merchantKey: number;
  readonly runner: string;
}

/** Guard: touches no row if another command has the move. */
export const beat = statement((db, p: Placeholder<OwnMove & { one: number; step: MoveStep }>) =>
  db
    .updateTable('merchant_move')
    .set({ beats: sql<number>`beats + ${p('one')}` })
    .where('merchant_key', '=', p('merchantKey'))
    .where('runner', '=', p('runner'))
    .where('step', '=', p('step')),
);

/** Guard: shows that the command still has the move, in each step. */
export const renew = statement((db, p: Placeholder<OwnMove & { one: number }>) =>
  db
    .updateTable('merchant_move')
    .set({ beats: sql<number>`beats + ${p('one')}` })
    .where('merchant_key', '=', p('merchantKey'))
    .where('runner', '=', p('runner')),
);

interface TakenOver {
  readonly merchantKey: number;
  readonly before: string;
  readonly beats: number;
  readonly runner: string;
  readonly listsChanges: number;
  readonly one: number;
}

/** Guard: touches no row if the command that has the move goes on. */
export const takeOver = statement((db, p: Placeholder<TakenOver>) =>
  db
    .updateTable('merchant_move')
    .set({ runner: p('runner'), lists_changes: p('listsChanges'), beats: sql<number>`beats + ${p('one')}` })
    .where('merchant_key', '=', p('merchantKey'))
    .where('runner', '=', p('before'))
    .where('beats', '=', p('beats')),
);

interface NewStep extends OwnMove {
  readonly before: MoveStep;
  readonly step: MoveStep;
  readonly isClosed: number;
  /** 1 lets `lists_changes` be what it was. */
  readonly listsChanges: number;
  readonly now: number;
}

/** Guard: touches no row if another command has the move, or it is not in this step. */
export const changeStep = statement((db, p: Placeholder<NewStep>) =>
  db
    .updateTable('merchant_move')
    .set({
      step: p('step'),
      is_closed: p('isClosed'),
      lists_changes: sql<number>`lists_changes * ${p('listsChanges')}`,
      changed_at: p('now'),
    })
    .where('merchant_key', '=', p('merchantKey'))
    .where('runner', '=', p('runner'))
    .where('step', '=', p('before')),
);

/** Guard: touches no row if another command has the move. */
export const deleteMove = statement((db, p: Placeholder<OwnMove>) =>
  db.deleteFrom('merchant_move').where('merchant_key', '=', p('merchantKey')).where('runner', '=', p('runner')),
);

/** The move, if the store has listed changes since this command has had it. */
export const listedMove = statement((db, p: Placeholder<OwnMove & { one: number }>) =>
  db
    .selectFrom('merchant_move')
    .select('merchant_key')
    .where('merchant_key', '=', p('merchantKey'))
    .where('runner', '=', p('runner'))
    .where('lists_changes', '=', p('one')),
);

/** Guard: touches no row if the command that has the move goes on, or changes are not listed. */
export const stopListing = statement((db, p: Placeholder<OwnMove & { beats: number; one: number; none: number }>) =>
  db
    .updateTable('merchant_move')
    .set({ lists_changes: p('none') })
    .where('merchant_key', '=', p('merchantKey'))
    .where('runner', '=', p('runner'))
    .where('beats', '=', p('beats'))
    .where('lists_changes', '=', p('one')),
);

export const selectChanges = statement((db, p: Placeholder<{ merchantKey: number; limit: number }>) =>
  db.selectFrom('row_change').select(['id', 'changes']).where('merchant_key', '=', p('merchantKey')).limit(p('limit')),
);

export const countChanges = statement((db, p: Placeholder<{ merchantKey: number }>) =>
  db
    .selectFrom('row_change')
    .select((eb) => eb.fn.countAll<number>().as('commits'))
    .where('merchant_key', '=', p('merchantKey')),
);

export const deleteChange = statement((db, p: Placeholder<{ id: string; merchantKey: number }>) =>
  db.deleteFrom('row_change').where('id', '=', p('id')).where('merchant_key', '=', p('merchantKey')),
);

export const deleteChanges = statement((db, p: Placeholder<{ merchantKey: number }>) =>
  db.deleteFrom('row_change').where('merchant_key', '=', p('merchantKey')),
);

/**
 * An order whose transaction is under way. The plus keeps the engine from a walk over the merchant's orders, of which
 * there are many more than orders under way: its requests wait meanwhile.
 */
export const orderUnderWay = statement((db, p: Placeholder<{ merchantKey: number; one: number }>) =>
  db
    .selectFrom('payment_order')
    .select('order_id')
    .where('locked_by', 'is not', null)
    .where(sql<boolean>`+merchant_key = ${p('merchantKey')}`)
    .limit(p('one')),
);

/**
 * Deliveries and mails that a live process has begun, so that they are not repeated; found in their queues likewise.
 */
export const sendingUnderWay = [
  statement((db, p: Placeholder<{ merchantKey: number; one: number }>) =>
    db
      .selectFrom('notification_queue as q')
      .innerJoin('payment_order as o', (on) => on.on(sql<boolean>`o.key = +q.order_key`))
      .select('o.order_id')
      .where('q.owner', 'in', (eb) => eb.selectFrom('gateway_process').select('gateway_process.key'))
      .where(sql<boolean>`+o.merchant_key = ${p('merchantKey')}`)
      .limit(p('one')),
  ),
  ...(['receipt_mail', 'reservation_mail'] as const).map((table) =>
    statement((db, p: Placeholder<{ merchantKey: number; one: number }>) =>
      db
        .selectFrom(`${table} as q`)
        .innerJoin('payment_transaction as t', 't.key', 'q.transaction_key')
        .innerJoin('payment_order as o', 'o.key', 't.order_key')
        .select('o.order_id')
        .where('q.owner', 'in', (eb) => eb.selectFrom('gateway_process').select('gateway_process.key'))
        .where(sql<boolean>`+o.merchant_key = ${p('merchantKey')}`)
        .limit(p('one')),
    ),
  ),
] as const;

/** Lowers the key from which the next walks of retention start. Walks that have not begun start at the first key. */
export const walkFrom = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .updateTable('retention_sweep')
    .set({ left_at: p('key') })
    .where((eb) => eb.or([eb('left_at', 'is', null), eb('left_at', '>', p('key'))])),
);

/** Marks an order for the index. @param dueAt milliseconds since 1970 */
export const indexOrder = statement((db, p: Placeholder<{ key: number; one: number; now: number; none: null }>) =>
  db
    .insertInto('order_change')
    .values({ order_key: p('key'), changes: p('one'), due_at: p('now'), created_at: p('now'), owner: p('none') })
    .onConflict((c) =>
      c.column('order_key').doUpdateSet({ changes: sql<number>`order_change.changes + 1`, due_at: p('now') }),
    ),
);

/** The entries of the index, a page at a time. */
export const indexPage = statement((db, p: Placeholder<{ merchantKey: number; limit: number }>) =>
  db
    .selectFrom('order_index')
    .select(['order_key', 'terms'])
    .where('merchant_key', '=', p('merchantKey'))
    .limit(p('limit')),
);

export const removeEntry = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('order_index').where('order_key', '=', p('key')),
);

export const removeChange = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('order_change').where('order_key', '=', p('key')),
);

export const removeCountsOf = statement((db, p: Placeholder<{ merchantKey: number }>) =>
  db.deleteFrom('order_count').where('merchant_key', '=', p('merchantKey')),
);
