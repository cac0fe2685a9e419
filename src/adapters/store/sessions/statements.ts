/** Statements over sessions and their aliases. */
import { sql } from 'kysely';
import type { Session } from '../../../checkout/index.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

const SESSION_COLUMNS = [
  'key',
  'merchant_key',
  'version',
  'fields',
  'sealed_card',
  'sealed_sensitive',
  'sensitive_until',
  'update_status',
  'authentication_limit',
  'authentications',
  'checkout',
  'form',
  'key_of_id',
  'expires_at',
  'created_at',
  'updated_at',
] as const;

/**
 * Compares with a single value, because SQLite creates a table for a list of two values and takes eight times as long.
 */
export const findSession = statement((db, p: Placeholder<{ stored: string }>) =>
  db.selectFrom('session').select(SESSION_COLUMNS).where('id', '=', p('stored')),
);

/** Finds sessions that processes of an older version stored under the id itself. */
export const findUnhashed = statement((db, p: Placeholder<{ from: string; before: string; limit: number }>) =>
  db.selectFrom('session').select('id').where('id', '>=', p('from')).where('id', '<', p('before')).limit(p('limit')),
);

export const setHash = statement((db, p: Placeholder<{ idHash: string; id: string }>) =>
  db
    .updateTable('session')
    .set({ id: p('idHash') })
    .where('id', '=', p('id')),
);

export const findAlias = statement((db, p: Placeholder<{ idHash: string }>) =>
  db.selectFrom('session_alias').select(['session_key', 'sealed_id']).where('id_hash', '=', p('idHash')),
);

export const findSessionByKey = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('session').select(SESSION_COLUMNS).where('key', '=', p('key')),
);

/**
 * Pages of sessions by their primary key, the newest first. `may_be` is 1 where the text of the fields has the value of
 * the pattern somewhere.
 */
export const sessionsBefore = statement(
  (db, p: Placeholder<{ merchantKey: number; pattern: string; before: number; limit: number }>) =>
    db
      .selectFrom('session')
      .select('key')
      .select((eb) =>
        eb
          .case()
          .when(
            eb.and([
              eb('merchant_key', '=', p('merchantKey')),
              eb('checkout', 'is not', null),
              sql<boolean>`fields like ${p('pattern')} escape '!'`,
            ]),
          )
          .then(sql<number>`1`)
          .else(sql<number>`0`)
          .end()
          .as('may_be'),
      )
      .where('key', '<', p('before'))
      .orderBy('key', 'desc')
      .limit(p('limit')),
);

export const insertSession = statement(
  (
    db,
    p: Placeholder<{
      key: number;
      merchantKey: number;
      idHash: string;
      zero: number;
      version: string;
      fields: string;
      sealedCard: Uint8Array | null;
      sealedSensitive: Uint8Array | null;
      sensitiveUntil: number | null;
      updateStatus: Session['updateStatus'];
      authenticationLimit: number;
      authentications: number;
      checkout: string | null;
      form: string | null;
      expiresAt: number;
      createdAt: number;
      updatedAt: number;
    }>,
  ) =>
    db.insertInto('session').values({
      key: p('key'),
      merchant_key: p('merchantKey'),
      id: p('idHash'),
      key_of_id: p('zero'),
      version: p('version'),
      fields: p('fields'),
      sealed_card: p('sealedCard'),
      sealed_sensitive: p('sealedSensitive'),
      sensitive_until: p('sensitiveUntil'),
      update_status: p('updateStatus'),
      authentication_limit: p('authenticationLimit'),
      authentications: p('authentications'),
      checkout: p('checkout'),
      form: p('form'),
      expires_at: p('expiresAt'),
      created_at: p('createdAt'),
      updated_at: p('updatedAt'),
    }),
);

export const replaceSession = statement(
  (
    db,
    p: Placeholder<{
      version: string;
      fields: string;
      sealedCard: Uint8Array | null;
      sealedSensitive: Uint8Array | null;
      sensitiveUntil: number | null;
      updateStatus: Session['updateStatus'];
      checkout: string | null;
      form: string | null;
      expiresAt: number;
      updatedAt: number;
      key: number;
      versionBefore: string;
      checkoutBefore: string;
      hadSensitive: number;
    }>,
  ) =>
    db
      .updateTable('session')
      .set({
        version: p('version'),
        fields: p('fields'),
        sealed_card: p('sealedCard'),
        sealed_sensitive: p('sealedSensitive'),
        sensitive_until: p('sensitiveUntil'),
        update_status: p('updateStatus'),
        checkout: p('checkout'),
        form: p('form'),
        expires_at: p('expiresAt'),
        updated_at: p('updatedAt'),
      })
      .where('key', '=', p('key'))
      .where('version', '=', p('versionBefore'))
      .where(sql<boolean>`coalesce(checkout, '') = ${p('checkoutBefore')}`)
      .where(({ or, eb }) =>
        or([eb('sealed_sensitive', 'is not', null), sql<boolean>`cast(${p('hadSensitive')} as integer) = 0`]),
      ),
);

export const setForm = statement((db, p: Placeholder<{ form: string | null; key: number }>) =>
  db
    .updateTable('session')
    .set({ form: p('form') })
    .where('key', '=', p('key')),
);

export const setCheckout = statement((db, p: Placeholder<{ checkout: string; key: number }>) =>
  db
    .updateTable('session')
    .set({ checkout: p('checkout') })
    .where('key', '=', p('key')),
);

export const touch = statement((db, p: Placeholder<{ expiresAt: number; key: number }>) =>
  db
    .updateTable('session')
    .set({ expires_at: p('expiresAt') })
    .where('key', '=', p('key')),
);

export const countAuthentication = statement((db, p: Placeholder<{ one: number; key: number }>) =>
  db
    .updateTable('session')
    .set({ authentications: sql<number>`authentications + ${p('one')}` })
    .where('key', '=', p('key'))
    .whereRef('authentications', '<', 'authentication_limit'),
);

export const eraseSensitive = statement((db, p: Placeholder<{ none: null; now: number }>) =>
  db
    .updateTable('session')
    .set({ sealed_sensitive: p('none'), sensitive_until: p('none') })
    .where('sensitive_until', '<=', p('now')),
);

export const insertAlias = statement(
  (db, p: Placeholder<{ idHash: string; sessionKey: number; expiresAt: number; sealedId: string | null }>) =>
    db.insertInto('session_alias').values({
      id_hash: p('idHash'),
      session_key: p('sessionKey'),
      expires_at: p('expiresAt'),
      sealed_id: p('sealedId'),
    }),
);

export const eraseAliases = statement((db, p: Placeholder<{ now: number }>) =>
  db.deleteFrom('session_alias').where('expires_at', '<=', p('now')),
);

export const eraseCards = statement((db, p: Placeholder<{ none: null; now: number }>) =>
  db
    .updateTable('session')
    .set({ sealed_card: p('none') })
    .where('expires_at', '<=', p('now'))
    .where('sealed_card', 'is not', null),
);
