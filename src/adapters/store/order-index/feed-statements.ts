/** Statements over the orders that changed, and over the progress of the index. */
import { type Kysely, sql } from 'kysely';
import { isClaimable, NOBODY } from '../engine/claiming-rows.ts';
import { isOfOpenOrder } from '../engine/open-merchants.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';

const BUILD = sql.lit(1);

interface Claim {
  readonly owner: number;
}

export const firstDueChange = statement((db, p: Placeholder<{ now: number; one: number }>) =>
  db.selectFrom('order_change').select('order_key').where('due_at', '<=', p('now')).orderBy('due_at').limit(p('one')),
);

export const claimChanges = statement((db, p: Placeholder<Claim & { now: number; limit: number }>, { skipLocked }) =>
  db
    .updateTable('order_change')
    .set({ owner: p('owner') })
    .where(
      'order_key',
      'in',
      skipLocked(
        db
          .selectFrom('order_change')
          .select('order_key')
          .where('due_at', '<=', p('now'))
          .where(isClaimable(p))
          .where(isOfOpenOrder('order_change.order_key'))
          .orderBy('due_at')
          .limit(p('limit')),
      ),
    )
    .returning(['order_key', 'changes']),
);

/** Does not touch an order that changed since the row was read. */
export const deleteChange = statement((db, p: Placeholder<{ key: number; changes: number }>) =>
  db.deleteFrom('order_change').where('order_key', '=', p('key')).where('changes', '=', p('changes')),
);

export const postponeChange = statement(
  (db, p: Placeholder<{ key: number; one: number; now: number; dueAt: number }>) =>
    db
      .insertInto('order_change')
      .values({ order_key: p('key'), changes: p('one'), due_at: p('dueAt'), created_at: p('now'), owner: NOBODY })
      .onConflict((c) =>
        c.column('order_key').doUpdateSet({ changes: sql<number>`order_change.changes + 1`, due_at: p('dueAt') }),
      ),
);

interface Range {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

export const transactionsInRange = statement((db, p: Placeholder<Range>) =>
  db
    .selectFrom('payment_transaction')
    .select(['key', 'order_key'])
    .where('key', '>=', p('from'))
    .where('key', '<=', p('to'))
    .orderBy('key')
    .limit(p('limit')),
);

export const authenticationsInRange = statement((db, p: Placeholder<Range>) =>
  db
    .selectFrom('payer_authentication')
    .select(['key', 'order_key'])
    .where('key', '>=', p('from'))
    .where('key', '<=', p('to'))
    .orderBy('key')
    .limit(p('limit')),
);

const liveProcesses = (db: Kysely<Schema>) => db.selectFrom('gateway_process').select('gateway_process.key');

export const firstDeadFeed = statement((db, p: Placeholder<{ one: number }>) =>
  db
    .selectFrom('order_index_feed')
    .select('process_key')
    .where('process_key', 'not in', liveProcesses(db))
    .limit(p('one')),
);

/** The process is dead, so that all its keys are below the next one of the store. */
export const claimDeadFeed = statement((db, p: Placeholder<Claim & { limit: number }>, { skipLocked }) =>
  db
    .updateTable('order_index_feed')
    .set((eb) => ({
      owner: p('owner'),
      until_key: eb.fn.coalesce(
        'until_key',
        eb.selectFrom('row_key').select((one) => one.fn.max<number>('next').as('next')),
      ),
    }))
    .where(
      'process_key',
      'in',
      skipLocked(
        db
          .selectFrom('order_index_feed')
          .select('process_key')
          .where('process_key', 'not in', liveProcesses(db))
          .where(isClaimable(p))
          .orderBy('process_key')
          .limit(p('limit')),
      ),
    )
    .returning(['process_key', 'mark', 'until_key']),
);

export const moveFeed = statement((db, p: Placeholder<{ key: number; mark: number }>) =>
  db
    .updateTable('order_index_feed')
    .set({ mark: p('mark') })
    .where('process_key', '=', p('key')),
);

export const endFeed = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('order_index_feed').where('process_key', '=', p('key')),
);

interface Progress {
  readonly key: number;
  readonly mark: number;
  readonly behindSince: number | null;
  readonly now: number;
}

export const saveFeed = statement((db, p: Placeholder<Progress>) =>
  db
    .updateTable('order_index_feed')
    .set({ mark: p('mark'), behind_since: p('behindSince'), saved_at: p('now') })
    .where('process_key', '=', p('key')),
);

/** Guard of each write of the index: another process has not evicted this one. */
export const keepFeed = statement((db, p: Placeholder<{ key: number; now: number }>) =>
  db
    .updateTable('order_index_feed')
    .set({ saved_at: p('now') })
    .where('process_key', '=', p('key')),
);

export const seeBuild = statement((db, p: Placeholder<{ key: number; seen: number }>) =>
  db
    .updateTable('order_index_feed')
    .set({ seen: p('seen') })
    .where('process_key', '=', p('key')),
);

export const readBuild = statement((db) =>
  db.selectFrom('order_index_build').select(['served', 'building', 'cursor']).where('key', '=', BUILD),
);

/** A live process that may still write for the build before, or that does not write the index at all. */
export const unreadyProcess = statement((db, p: Placeholder<{ building: number; one: number }>) =>
  db
    .selectFrom('gateway_process as g')
    .select('g.key')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_index_feed as f')
            .select('f.process_key')
            .whereRef('f.process_key', '=', 'g.key')
            .where('f.seen', '>=', p('building')),
        ),
      ),
    )
    .limit(p('one')),
);

export const claimBuild = statement((db, p: Placeholder<Claim>) =>
  db
    .updateTable('order_index_build')
    .set({ owner: p('owner') })
    .where('key', '=', BUILD)
    .where('building', 'is not', null)
    .where(isClaimable(p))
    .returning(['building', 'cursor']),
);

export const ordersAfter = statement((db, p: Placeholder<{ after: number; limit: number }>) =>
  db.selectFrom('payment_order').select('key').where('key', '>', p('after')).orderBy('key').limit(p('limit')),
);

export const moveBuild = statement((db, p: Placeholder<{ building: number; cursor: number; owner: number }>) =>
  db
    .updateTable('order_index_build')
    .set({ cursor: p('cursor') })
    .where('building', '=', p('building'))
    .where('owner', '=', p('owner')),
);

export const finishBuild = statement(
  (db, p: Placeholder<{ building: number; none: null; zero: number; owner: number }>) =>
    db
      .updateTable('order_index_build')
      .set({ served: p('building'), building: p('none'), cursor: p('zero'), owner: p('none') })
      .where('building', '=', p('building'))
      .where('owner', '=', p('owner')),
);

export const startBuild = statement((db, p: Placeholder<{ none: null; zero: number }>) =>
  db
    .updateTable('order_index_build')
    .set({ building: sql<number>`coalesce(building, served) + 1`, cursor: p('zero'), owner: p('none') })
    .where('key', '=', BUILD),
);

export const firstOldCount = statement((db, p: Placeholder<{ served: number; one: number }>) =>
  db
    .selectFrom('order_count')
    .select(['generation', 'merchant_key', 'day'])
    .where('generation', '<', p('served'))
    .orderBy('generation')
    .orderBy('merchant_key')
    .orderBy('day')
    .limit(p('one')),
);

export const removeCounts = statement((db, p: Placeholder<{ generation: number; merchantKey: number; day: string }>) =>
  db
    .deleteFrom('order_count')
    .where('generation', '=', p('generation'))
    .where('merchant_key', '=', p('merchantKey'))
    .where('day', '=', p('day')),
);

export const oldestChange = statement((db) =>
  db.selectFrom('order_change').select((eb) => eb.fn.min<number | null>('created_at').as('at')),
);

/** How far behind each process is. A process that died may be behind since it last stored its progress. */
export const feedAges = statement((db) =>
  db
    .selectFrom('order_index_feed as f')
    .leftJoin('gateway_process as g', 'g.key', 'f.process_key')
    .select(['f.process_key', 'f.behind_since', 'f.saved_at', 'g.key as live']),
);
