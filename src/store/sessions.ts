/** Stored sessions: implements the checkout's `Sessions` port over any engine. */
import { sql } from 'kysely';
import type { Checkout, FormState, Session, Sessions } from '../checkout/index.ts';
import { write } from './engine.ts';
import { Repository } from './repository.ts';
import { type Placeholder, statement } from './statement.ts';

const SESSION_COLUMNS = [
  'key',
  'merchant_key',
  'id',
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
  'expires_at',
  'created_at',
  'updated_at',
] as const;

const findSession = statement((db, p: Placeholder<{ id: string }>) =>
  db.selectFrom('session').select(SESSION_COLUMNS).where('id', '=', p('id')),
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
      id: string;
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
      id: p('id'),
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
const eraseCards = statement((db, p: Placeholder<{ none: null; now: number }>) =>
  db
    .updateTable('session')
    .set({ sealed_card: p('none') })
    .where('expires_at', '<=', p('now'))
    .where('sealed_card', 'is not', null),
);

export class StoredSessions extends Repository implements Sessions {
  async find(id: string): Promise<Session | undefined> {
    const [row] = await this.engine.read(findSession, { id });
    return row && sessionFrom(row);
  }

  async findByKey(key: number): Promise<Session | undefined> {
    const [row] = await this.engine.read(findSessionByKey, { key });
    return row && sessionFrom(row);
  }

  async insert(session: Session): Promise<void> {
    await this.engine.commit({ writes: [write(insertSession, columns(session))] });
  }

  replace(session: Session, { version, checkout, sealedSensitive }: Session): Promise<boolean> {
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
    await this.engine.commit({
      writes: [write(eraseSensitive, { now, none: null }), write(eraseCards, { now, none: null })],
    });
  }
}

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

function columns(session: Session) {
  return {
    ...session,
    fields: JSON.stringify(session.fields),
    checkout: jsonOrNull(session.checkout),
    form: jsonOrNull(session.form),
  };
}

function sessionFrom(row: NonNullable<(typeof findSession)['row']>): Session {
  return {
    key: Number(row.key),
    merchantKey: Number(row.merchant_key),
    id: row.id,
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
    expiresAt: Number(row.expires_at),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}
