/** Notes in the store that an order has changed, in the commit of the change, for the index by which it is found. */
import { sql } from 'kysely';
import { NOBODY } from '../engine/claiming-rows.ts';
import { type Write, write } from '../engine/engine.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

const noteOrder = statement((db, p: Placeholder<{ key: number; one: number; now: number }>) =>
  db
    .insertInto('order_change')
    .values({ order_key: p('key'), changes: p('one'), due_at: p('now'), created_at: p('now'), owner: NOBODY })
    .onConflict((c) =>
      c.column('order_key').doUpdateSet({ changes: sql<number>`order_change.changes + 1`, due_at: p('now') }),
    ),
);

const noteOrderOfTransaction = statement((db, p: Placeholder<{ key: number; now: number }>) =>
  db
    .insertInto('order_change')
    .columns(['order_key', 'changes', 'due_at', 'created_at'])
    .expression(
      db
        .selectFrom('payment_transaction')
        .select(['order_key', sql<number>`1`.as('changes')])
        .select([
          sql<number>`cast(${p('now')} as bigint)`.as('due_at'),
          sql<number>`cast(${p('now')} as bigint)`.as('created_at'),
        ])
        .where('key', '=', p('key')),
    )
    .onConflict((c) =>
      c.column('order_key').doUpdateSet({ changes: sql<number>`order_change.changes + 1`, due_at: p('now') }),
    ),
);

/** The write that notes a changed order. */
export function orderNote(key: number): Write {
  return write(noteOrder, { key, one: 1, now: Date.now() });
}

/** The same, by the key of a transaction of the order. */
export function orderNoteOfTransaction(key: number): Write {
  return write(noteOrderOfTransaction, { key, now: Date.now() });
}
