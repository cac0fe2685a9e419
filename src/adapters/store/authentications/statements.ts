import type { Kysely } from 'kysely';
import { isClaimable, NOBODY } from '../engine/claiming-rows.ts';
import { groupedUpdate } from '../engine/grouped-statement.ts';
import { insertion } from '../engine/insertion.ts';
import { isOfOpenOrder } from '../engine/open-merchants.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';

export const insertAuthentication = insertion(
  'payer_authentication',
  {
    key: ['key', 'bigint'],
    order_key: ['orderKey', 'bigint'],
    transaction_id: ['transactionId', 'text'],
    server_id: ['threeDSServerTransID', 'text'],
    purpose: ['purpose', 'text'],
    initiated: ['initiated', 'bytea'],
    card_hash: ['cardHash', 'bytea'],
    sealed_state: ['sealedState', 'bytea'],
    revision: ['revision', 'bigint'],
    wake_at: ['wakeAt', 'bigint'],
    created_at: ['createdAt', 'bigint'],
    updated_at: ['updatedAt', 'bigint'],
  },
  { identity: 'key' },
);

interface Change {
  readonly key: number;
  readonly purpose: string;
  readonly requested: Uint8Array | null;
  readonly sealedState: Uint8Array;
  readonly revision: number;
  readonly revisionBefore: number;
  readonly wakeAt: number | null;
  readonly updatedAt: number;
}

/** Guard: the row must still have the revision that was read. */
export const changeAuthentication = statement(
  (db, p: Placeholder<Change>) =>
    db
      .updateTable('payer_authentication')
      .set({
        purpose: p('purpose'),
        requested: p('requested'),
        sealed_state: p('sealedState'),
        revision: p('revision'),
        wake_at: p('wakeAt'),
        owner: NOBODY,
        updated_at: p('updatedAt'),
      })
      .where('key', '=', p('key'))
      .where('revision', '=', p('revisionBefore')),
  groupedUpdate<Change>(
    'payer_authentication',
    ['key', 'o.key'],
    {
      key: 'bigint',
      purpose: 'text',
      requested: 'bytea',
      sealedState: 'bytea',
      revision: 'bigint',
      revisionBefore: 'bigint',
      wakeAt: 'bigint',
      updatedAt: 'bigint',
    },
    {
      set:
        'purpose = v.purpose, requested = v.requested, sealed_state = v."sealedState", revision = v.revision, ' +
        'wake_at = v."wakeAt", owner = null, updated_at = v."updatedAt"',
      where: 'o.revision = v."revisionBefore"',
    },
  ),
);

/** Guard: of several payments with one authentication, only the first may use it. */
export const useAuthentication = statement((db, p: Placeholder<{ usedBy: number; key: number }>) =>
  db
    .updateTable('payer_authentication')
    .set({ used_by: p('usedBy') })
    .where('key', '=', p('key'))
    .where('used_by', 'is', null),
);

const COLUMNS = [
  'pa.key',
  'pa.order_key',
  'pa.transaction_id',
  'pa.server_id',
  'pa.purpose',
  'pa.initiated',
  'pa.requested',
  'pa.card_hash',
  'pa.sealed_state',
  'pa.revision',
  'pa.wake_at',
  'pa.used_by',
  'pa.created_at',
  'pa.updated_at',
] as const;

const alone = (db: Kysely<Schema>) => db.selectFrom('payer_authentication as pa').select(COLUMNS);

export const findAuthentication = statement((db, p: Placeholder<{ orderKey: number; transactionId: string }>) =>
  alone(db).where('pa.order_key', '=', p('orderKey')).where('pa.transaction_id', '=', p('transactionId')),
);

export const authenticationsOfOrder = statement((db, p: Placeholder<{ orderKey: number }>) =>
  alone(db).where('pa.order_key', '=', p('orderKey')),
);

const withOrder = (db: Kysely<Schema>) =>
  alone(db)
    .innerJoin('payment_order as o', 'o.key', 'pa.order_key')
    .innerJoin('merchant as m', 'm.key', 'o.merchant_key')
    .select(['m.id as merchant_id', 'o.merchant_key', 'o.order_id']);

export const authenticationByKey = statement((db, p: Placeholder<{ key: number }>) =>
  withOrder(db).where('pa.key', '=', p('key')),
);

export const authenticationByServerId = statement((db, p: Placeholder<{ id: string }>) =>
  withOrder(db).where('pa.server_id', '=', p('id')),
);

export const claimAuthentications = statement(
  (db, p: Placeholder<{ owner: number; now: number; limit: number }>, { skipLocked }) =>
    db
      .updateTable('payer_authentication')
      .set({ owner: p('owner') })
      .where(
        'key',
        'in',
        skipLocked(
          db
            .selectFrom('payer_authentication')
            .select('key')
            .where('wake_at', '<=', p('now'))
            .where(isClaimable(p))
            .where(isOfOpenOrder('payer_authentication.order_key'))
            .orderBy('wake_at')
            .limit(p('limit')),
        ),
      )
      .returning(['key']),
);

export const overdueAuthentications = statement((db, p: Placeholder<{ before: number; limit: number }>) =>
  withOrder(db).where('pa.wake_at', '<', p('before')).orderBy('pa.wake_at').limit(p('limit')),
);
