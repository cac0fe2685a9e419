/** Stored sessions: implements the checkout's `Sessions` port over any engine. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Alias, Checkout, FormState, KeyedSession, Session, Sessions } from '../../../checkout/index.ts';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { idHash, openUnderId, sealUnderId } from '../../../platform/id-seal.ts';
import { lookNow, watchCheckout } from '../checkout-events/statements.ts';
import { type Write, write } from '../engine/engine.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import { Repository } from '../engine/repository.ts';
import * as statements from './statements.ts';

/** The prefix of all session ids. Hashes do not have it. */
const PREFIX = 'SESSION';
const AFTER_PREFIX = 'SESSIOO';
const HASHED_AT_ONCE = 100;
/** Few enough that payers do not wait for a page. They are answered between two pages. */
const PAGE_ROWS = 1_000;
const PAGES_MAX = 20;
/** More checkouts of one order than anybody looks at. */
const OF_ORDER_MAX = 20;
/** The place for which a session's own id is encrypted under an alias. */
const OWN = 'own id';

export class StoredSessions extends Repository implements Sessions {
  async find(id: string): Promise<Session | undefined> {
    const session =
      (await this.#findStored(idHash(id))) ??
      // A stored hash must not work as an id, so look up only texts with the prefix of ids.
      (id.startsWith(PREFIX) ? await this.#findStored(id) : undefined) ??
      (await this.#findByAlias(id));
    return session && { ...session, id };
  }

  /** @param stored the hash of the id; for a session that a process of an older version stored, the id itself */
  async #findStored(stored: string): Promise<KeyedSession | undefined> {
    const [row] = await this.engine.read(statements.findSession, { stored });
    return row && sessionFrom(row);
  }

  async #findByAlias(id: string): Promise<(KeyedSession & { alias: Alias }) | undefined> {
    const [row] = await this.engine.read(statements.findAlias, { idHash: idHash(id) });
    const session = row && (await this.findByKey(Number(row.session_key)));
    const ownId = row?.sealed_id == null ? undefined : openUnderId(id, row.sealed_id, OWN);
    return session && { ...session, alias: { ownId } };
  }

  async findByKey(key: number): Promise<KeyedSession | undefined> {
    const [row] = await this.engine.read(statements.findSessionByKey, { key });
    return row && sessionFrom(row);
  }

  async ofOrder(merchantKey: number, orderId: string): Promise<readonly KeyedSession[]> {
    const pattern = `%"id":${JSON.stringify(orderId).replace(/[!%_]/g, '!$&')}%`;
    const keys: number[] = [];
    let before = Number.MAX_SAFE_INTEGER;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const read = { merchantKey, pattern, before, limit: PAGE_ROWS };
      const rows = await this.engine.read(statements.sessionsBefore, read);
      keys.push(...rows.filter(({ may_be }) => Number(may_be) === 1).map(({ key }) => Number(key)));
      if (rows.length < PAGE_ROWS) {
        break;
      }
      before = Number(rows.at(-1)?.key);
      await turn();
    }
    const found = await Promise.all(keys.slice(0, OF_ORDER_MAX).map((key) => this.findByKey(key)));
    return found.flatMap((session) => (session?.fields.order?.id === orderId ? [session] : []));
  }

  async insert(session: Session): Promise<void> {
    const values = { ...columns(session), idHash: idHash(session.id), zero: 0 };
    await this.engine.commit({ writes: [write(statements.insertSession, values), ...watches(session)] });
  }

  async addAlias(key: number, id: string, expiresAt: number, { ownId }: Alias): Promise<void> {
    const sealedId = ownId === undefined ? null : sealUnderId(id, ownId, OWN);
    const row = { idHash: idHash(id), sessionKey: key, expiresAt, sealedId };
    await this.engine.commit({ writes: [write(statements.insertAlias, row)] });
  }

  replace(session: KeyedSession, before: KeyedSession): Promise<boolean> {
    const { version, checkout, sealedSensitive } = before;
    const read = {
      versionBefore: version,
      checkoutBefore: jsonOrNull(checkout) ?? '',
      hadSensitive: sealedSensitive === null ? 0 : 1,
    };
    return this.engine.commit({
      guard: write(statements.replaceSession, { ...columns(session), ...read }),
      writes: checkout === null ? watches(session) : [],
    });
  }

  async setForm(key: number, form: FormState | null): Promise<void> {
    await this.engine.commit({ writes: [write(statements.setForm, { key, form: jsonOrNull(form) })] });
  }

  async setCheckout(key: number, checkout: Checkout): Promise<void> {
    const writes = [write(statements.setCheckout, { key, checkout: JSON.stringify(checkout) })];
    // The end of a payment link is far away, so its event may be due earlier now.
    if (checkout.mode === 'PAYMENT_LINK' && checkout.idleMinutes !== undefined) {
      writes.push(write(lookNow, { sessionKey: key, none: 0 }));
    }
    await this.engine.commit({ writes });
  }

  async touch(key: number, expiresAt: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.touch, { key, expiresAt })] });
  }

  countAuthentication(key: number): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.countAuthentication, { key, one: 1 }), writes: [] });
  }

  async erase(now: number): Promise<void> {
    const unhashed = await this.engine.read(statements.findUnhashed, {
      from: PREFIX,
      before: AFTER_PREFIX,
      limit: HASHED_AT_ONCE,
    });
    if (unhashed.length > 0) {
      await this.engine.commit({
        writes: unhashed.map(({ id }) => write(statements.setHash, { id, idHash: idHash(id) })),
      });
    }
    await this.engine.commit({
      writes: [
        write(statements.eraseSensitive, { now, none: null }),
        write(statements.eraseCards, { now, none: null }),
        write(statements.eraseAliases, { now }),
      ],
    });
  }
}

/** A checkout whose merchant wants its event. The sessions behind a payment link have none of their own. */
function watches({ key, merchantKey, checkout, createdAt, updatedAt, expiresAt }: KeyedSession): Write[] {
  if (checkout?.idleMinutes === undefined || checkout.behind !== undefined) {
    return [];
  }
  const dueAt =
    checkout.mode === 'PAYMENT_LINK' ? expiresAt : Math.min(expiresAt, updatedAt + checkout.idleMinutes * MINUTE_MS);
  return [write(watchCheckout, { sessionKey: key, merchantKey, dueAt, createdAt })];
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

function sessionFrom(row: NonNullable<(typeof statements.findSession)['row']>): KeyedSession {
  return {
    key: Number(row.key),
    merchantKey: Number(row.merchant_key),
    version: row.version,
    fields: JSON.parse(row.fields),
    sealedCard: row.sealed_card,
    sealedSensitive: row.sealed_sensitive,
    sensitiveUntil: numberOrNull(row.sensitive_until),
    updateStatus: row.update_status,
    authenticationLimit: Number(row.authentication_limit),
    authentications: Number(row.authentications),
    checkout: row.checkout === null ? null : JSON.parse(row.checkout),
    form: row.form === null ? null : JSON.parse(row.form),
    hasKeyOfId: Number(row.key_of_id) === 1 ? true : undefined,
    expiresAt: Number(row.expires_at),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}
