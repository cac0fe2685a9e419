/** Statements over saved views of the list of orders. */
import { type Kysely, sql } from 'kysely';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';

const views = (db: Kysely<Schema>) =>
  db.selectFrom('console_view').select(['key', 'merchant_key', 'person_key', 'is_shared', 'sealed_view', 'used_at']);

interface InsertedView {
  readonly key: number;
  readonly merchantKey: number;
  readonly personKey: number;
  readonly isShared: number;
  readonly sealed: Uint8Array;
  readonly usedAt: number;
}

export const insertView = statement((db, p: Placeholder<InsertedView>) =>
  db.insertInto('console_view').values({
    key: p('key'),
    merchant_key: p('merchantKey'),
    person_key: p('personKey'),
    is_shared: p('isShared'),
    sealed_view: p('sealed'),
    used_at: p('usedAt'),
  }),
);

export const viewsFor = statement(
  (db, p: Placeholder<{ merchantKey: number; personKey: number; shared: number; limit: number }>) =>
    views(db)
      .where('merchant_key', '=', p('merchantKey'))
      .where((eb) => eb.or([eb('person_key', '=', p('personKey')), eb('is_shared', '=', p('shared'))]))
      .orderBy(sql`case when person_key = ${p('personKey')} then 0 else 1 end`)
      .orderBy('key')
      .limit(p('limit')),
);

export const findView = statement((db, p: Placeholder<{ key: number }>) => views(db).where('key', '=', p('key')));

/** Guard: touches no row that was changed since it was read. */
export const replaceView = statement((db, p: Placeholder<{ key: number; before: Uint8Array; after: Uint8Array }>) =>
  db
    .updateTable('console_view')
    .set({ sealed_view: p('after') })
    .where('key', '=', p('key'))
    .where('sealed_view', '=', p('before')),
);

export const touchView = statement((db, p: Placeholder<{ key: number; now: number }>) =>
  db
    .updateTable('console_view')
    .set({ used_at: p('now') })
    .where('key', '=', p('key')),
);

export const deleteView = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('console_view').where('key', '=', p('key')),
);

export const deleteViewsOfPerson = statement((db, p: Placeholder<{ personKey: number }>) =>
  db.deleteFrom('console_view').where('person_key', '=', p('personKey')),
);
