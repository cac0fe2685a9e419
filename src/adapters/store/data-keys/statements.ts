/** Statements over data keys, and over the keys that each process reports as loaded. */
import { sql } from 'kysely';
import type { KeyPurpose } from '../../../core/ports/index.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

const KEY_COLUMNS = [
  'id',
  'purpose',
  'kek',
  'wrapped',
  'bound',
  'created_at',
  'active_from',
  'uses',
  'retired_at',
  'destroyed_at',
] as const;

export const allKeys = statement((db) => db.selectFrom('data_key').select(KEY_COLUMNS).orderBy('id'));

export interface KeyColumns {
  readonly id: number;
  readonly purpose: KeyPurpose;
  readonly kek: string;
  readonly wrapped: Uint8Array;
  readonly bound: number;
  readonly createdAt: number;
  readonly activeFrom: number | null;
}

export const addKey = statement((db, p: Placeholder<KeyColumns>) =>
  db
    .insertInto('data_key')
    .values({
      id: p('id'),
      purpose: p('purpose'),
      kek: p('kek'),
      wrapped: p('wrapped'),
      bound: p('bound'),
      created_at: p('createdAt'),
      active_from: p('activeFrom'),
    })
    .onConflict((c) => c.column('id').doNothing()),
);

/** Guard: touches the key only if its wrapping is the one that was read. */
export const rewrapKey = statement(
  (db, p: Placeholder<{ id: number; before: Uint8Array; kek: string; wrapped: Uint8Array }>) =>
    db
      .updateTable('data_key')
      .set({ kek: p('kek'), wrapped: p('wrapped') })
      .where('id', '=', p('id'))
      .where('wrapped', '=', p('before')),
);

/**
 * Guard: every live process must have loaded the key. A process that joins later reads the keys after this statement,
 * so it loads the key too.
 */
export const activateKey = statement((db, p: Placeholder<{ id: number; activeFrom: number }>) =>
  db
    .updateTable('data_key')
    .set({ active_from: p('activeFrom') })
    .where('id', '=', p('id'))
    .where('active_from', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('gateway_process')
            .select('key')
            .where((where) => where.or([where('keys_held', 'is', null), where('keys_held', '<', p('id'))])),
        ),
      ),
    ),
);

export const addKeyUses = statement((db, p: Placeholder<{ id: number; uses: number }>) =>
  db
    .updateTable('data_key')
    .set({ uses: sql<number>`coalesce(uses, 0) + ${p('uses')}` })
    .where('id', '=', p('id')),
);

export const retireKey = statement((db, p: Placeholder<{ id: number; at: number }>) =>
  db
    .updateTable('data_key')
    .set({ retired_at: p('at') })
    .where('id', '=', p('id'))
    .where('retired_at', 'is', null),
);

export const destroyKey = statement((db, p: Placeholder<{ id: number; at: number; nothing: Uint8Array }>) =>
  db
    .updateTable('data_key')
    .set({ wrapped: p('nothing'), destroyed_at: p('at') })
    .where('id', '=', p('id'))
    .where('retired_at', 'is not', null),
);

export const reportKeys = statement((db, p: Placeholder<{ process: number; held: number; keks: string }>) =>
  db
    .updateTable('gateway_process')
    .set({ keys_held: p('held'), keks: p('keks') })
    .where('key', '=', p('process')),
);

export const keyHolders = statement((db) =>
  db
    .selectFrom('gateway_process')
    .select(['key', 'beats', 'started_at', 'keys_held', 'keks', 'host', 'pid', 'build'])
    .orderBy('key'),
);
