/** Stored sessions: implements the checkout's `Sessions` port over any engine. */
import { sql } from 'kysely';
import type { Alias, Checkout, FormState, KeyedSession, Session, Sessions } from '../../../checkout/index.ts';
import { idHash, openUnderId, sealUnderId } from '../../../platform/id-seal.ts';
import { write } from '../engine/engine.ts';
import { Repository } from '../engine/repository.ts';
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

/** Compares with a single value: SQLite takes eight times as long for a list of two, for which it creates a table. */
const findSession = statement((db, p: Placeholder<{ stored: string }>) =>
  db.selectFrom('session').select(SESSION_COLUMNS).where('id', '=', p('stored')),
);

/** Finds sessions that an older process beside this one stored under the id itself. */
const findUnhashed = statement((db, p: Placeholder<{ from: string; before: string; limit: number }>) =>
  db.selectFrom('session').select('id').where('id', '>=', p('from')).where('id', '<', p('before')).limit(p('limit')),
);
const setHash = statement((db, p: Placeholder<{ idHash: string; id: string }>) =>
  db
    .updateTable('session')
    .set({ id: p('idHash') })
    .where('id', '=', p('id')),
);

const findAlias = statement((db, p: Placeholder<{ idHash: string }>) =>
  db.selectFrom('session_alias').select(['session_key', 'sealed_id']).where('id_hash', '=', p('idHash')),
);

const findSessionByKey = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('session').select(SESSION_COLUMNS).where('key', '=', p('key')),
);

const insertSession = statement(
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

const replaceSession = statement(
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

const setForm = statement((db, p: Placeholder<{ form: string | null; key: number }>) =>
  db
    .updateTable('session')
    .set({ form: p('form') })
    .where('key', '=', p('key')),
);
const setCheckout = statement((db, p: Placeholder<{ checkout: string; key: number }>) =>
  db
    .updateTable('session')
    .set({ checkout: p('checkout') })
    .where('key', '=', p('key')),
);
const touch = statement((db, p: Placeholder<{ expiresAt: number; key: number }>) =>
  db
    .updateTable('session')
    .set({ expires_at: p('expiresAt') })
    .where('key', '=', p('key')),
);
const countAuthentication = statement((db, p: Placeholder<{ one: number; key: number }>) =>
  db
    .updateTable('session')
    .set({ authentications: sql<number>`authentications + ${p('one')}` })
    .where('key', '=', p('key'))
    .whereRef('authentications', '<', 'authentication_limit'),
);
const eraseSensitive = statement((db, p: Placeholder<{ none: null; now: number }>) =>
  db
    .updateTable('session')
    .set({ sealed_sensitive: p('none'), sensitive_until: p('none') })
    .where('sensitive_until', '<=', p('now')),
);
const insertAlias = statement(
  (db, p: Placeholder<{ idHash: string; sessionKey: number; expiresAt: number; sealedId: string | null }>) =>
    db.insertInto('session_alias').values({
      id_hash: p('idHash'),
      session_key: p('sessionKey'),
      expires_at: p('expiresAt'),
      sealed_id: p('sealedId'),
    }),
);
const eraseAliases = statement((db, p: Placeholder<{ now: number }>) =>
  db.deleteFrom('session_alias').where('expires_at', '<=', p('now')),
);
const eraseCards = statement((db, p: Placeholder<{ none: null; now: number }>) =>
  db
    .updateTable('session')
    .set({ sealed_card: p('none') })
    .where('expires_at', '<=', p('now'))
    .where('sealed_card', 'is not', null),
);

/** Every session id begins with it, and no hash does. */
const PREFIX = 'SESSION';
const AFTER_PREFIX = 'SESSIOO';
const HASHED_AT_ONCE = 100;
/** The place for which a session's own id is encrypted under an alias. */
const OWN = 'own id';

export class StoredSessions extends Repository implements Sessions {
  async find(id: string): Promise<Session | undefined> {
    const session =
      (await this.#findStored(idHash(id))) ??
      // A hash must not work as an id: a client that has read one elsewhere gets no session.
      (id.startsWith(PREFIX) ? await this.#findStored(id) : undefined) ??
      (await this.#findByAlias(id));
    return session && { ...session, id };
  }

  /** @param stored a hash; for a session of an older process beside this one, the id itself */
  async #findStored(stored: string): Promise<KeyedSession | undefined> {
    const [row] = await this.engine.read(findSession, { stored });
    return row && sessionFrom(row);
  }

  async #findByAlias(id: string): Promise<(KeyedSession & { alias: Alias }) | undefined> {
    const [row] = await this.engine.read(findAlias, { idHash: idHash(id) });
    const session = row && (await this.findByKey(Number(row.session_key)));
    const ownId = row?.sealed_id == null ? undefined : openUnderId(id, row.sealed_id, OWN);
    return session && { ...session, alias: { ...(ownId !== undefined && { ownId }) } };
  }

  async findByKey(key: number): Promise<KeyedSession | undefined> {
    const [row] = await this.engine.read(findSessionByKey, { key });
    return row && sessionFrom(row);
  }

  async insert(session: Session): Promise<void> {
    const values = { ...columns(session), idHash: idHash(session.id), zero: 0 };
    await this.engine.commit({ writes: [write(insertSession, values)] });
  }

  async addAlias(key: number, id: string, expiresAt: number, { ownId }: Alias): Promise<void> {
    const sealedId = ownId === undefined ? null : sealUnderId(id, ownId, OWN);
    const row = { idHash: idHash(id), sessionKey: key, expiresAt, sealedId };
    await this.engine.commit({ writes: [write(insertAlias, row)] });
  }

  replace(session: KeyedSession, { version, checkout, sealedSensitive }: KeyedSession): Promise<boolean> {
    const read = {
      versionBefore: version,
      checkoutBefore: jsonOrNull(checkout) ?? '',
      hadSensitive: sealedSensitive === null ? 0 : 1,
    };
    return this.engine.commit({ guard: write(replaceSession, { ...columns(session), ...read }), writes: [] });
  }

  async setForm(key: number, form: FormState | null): Promise<void> {
    await this.engine.commit({ writes: [write(setForm, { key, form: jsonOrNull(form) })] });
  }

  async setCheckout(key: number, checkout: Checkout): Promise<void> {
    await this.engine.commit({ writes: [write(setCheckout, { key, checkout: JSON.stringify(checkout) })] });
  }

  async touch(key: number, expiresAt: number): Promise<void> {
    await this.engine.commit({ writes: [write(touch, { key, expiresAt })] });
  }

  countAuthentication(key: number): Promise<boolean> {
    return this.engine.commit({ guard: write(countAuthentication, { key, one: 1 }), writes: [] });
  }

  async erase(now: number): Promise<void> {
    const unhashed = await this.engine.read(findUnhashed, {
      from: PREFIX,
      before: AFTER_PREFIX,
      limit: HASHED_AT_ONCE,
    });
    if (unhashed.length > 0) {
      await this.engine.commit({ writes: unhashed.map(({ id }) => write(setHash, { id, idHash: idHash(id) })) });
    }
    await this.engine.commit({
      writes: [
        write(eraseSensitive, { now, none: null }),
        write(eraseCards, { now, none: null }),
        write(eraseAliases, { now }),
      ],
    });
  }
}

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

function columns(session: KeyedSession) {
  return {
    ...session,
    fields: JSON.stringify(session.fields),
    checkout: jsonOrNull(session.checkout),
    form: jsonOrNull(session.form),
  };
}

function sessionFrom(row: NonNullable<(typeof findSession)['row']>): KeyedSession {
  return {
    key: Number(row.key),
    merchantKey: Number(row.merchant_key),
    version: row.version,
    fields: JSON.parse(row.fields),
    sealedCard: row.sealed_card,
    sealedSensitive: row.sealed_sensitive,
    sensitiveUntil: row.sensitive_until === null ? null : Number(row.sensitive_until),
    updateStatus: row.update_status,
    authenticationLimit: Number(row.authentication_limit),
    authentications: Number(row.authentications),
    checkout: row.checkout === null ? null : JSON.parse(row.checkout),
    form: row.form === null ? null : JSON.parse(row.form),
    ...(Number(row.key_of_id) === 1 && { hasKeyOfId: true }),
    expiresAt: Number(row.expires_at),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}
