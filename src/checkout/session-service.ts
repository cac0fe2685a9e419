/** Creates, updates and opens sessions: the rules on top of the `Sessions` port. */

import { randomBytes } from 'node:crypto';
import { type FieldProblem, invalidField, invalidFields, invalidProblem } from '../contract/interface-error.ts';
import type { RequestFields, SourceOfFundsFields } from '../contract/request-fields.ts';
import { SECRET_PATHS, SENSITIVE_PATHS } from '../contract/secret-paths.ts';
import { merge, type SecretTexts, secretTexts, secretValues, without } from '../contract/values.ts';
import type { Clock, Place, Sealer, SessionForPayment } from '../gateway/ports/index.ts';
import { openUnderId, sealUnderId } from '../id-seal.ts';
import type { PendingAuthentication } from './authentication/pending.ts';
import { givenDetails, merchantFields, updatedGiven } from './given-details.ts';
import type { ReadDetails } from './payer-details.ts';
import { type Checkout, type FormState, type KeyedSession, type Session, type Sessions, sealingId } from './session.ts';
import { newSessionId, SessionIds } from './session-ids.ts';
import { endOf, isOpenLink, LIFE_DEFAULT_MS } from './session-life.ts';
import { type CheckoutSession, merchantVersion } from './state.ts';

/** A security code stored over the interface is erased after this time, used or not. */
const SENSITIVE_LIFE_MS = 15 * 60_000;
/** Each use extends the session; persisting that once a minute is enough. */
const TOUCH_EVERY_MS = 60_000;
const AUTHENTICATION_LIMIT_DEFAULT = 25;

/** As long as the address by which a provider sends a payer back. */
const ALIAS_LIFE_MS = 24 * 60 * 60_000;

const NOT_IN_SESSION = ['apiOperation', 'correlationId', 'session'] as const;
const CARD_PATHS = SECRET_PATHS.filter((path) => !SENSITIVE_PATHS.includes(path));

export interface SessionServiceDependencies {
  readonly sessions: Sessions;
  readonly sealer: Sealer;
  readonly clock: Clock;
}

/** What a payer's form puts into the session. */
export interface Collected {
  /** Absent: the payer pays with no instrument of this session, and it keeps none. */
  readonly sourceOfFunds?: SourceOfFundsFields | undefined;
  /** Absent: the details are the merchant's. */
  readonly details?: Pick<ReadDetails, 'paths' | 'values'>;
  /** The payment waits for the payer's bank: a security code is kept with the card, sealed, until then. */
  readonly authentication?: Omit<PendingAuthentication, 'version'>;
  /** NONE: that is all, and the checkout ends. */
  readonly storedAt?: number;
}

export class SessionService {
  /** Their own. */
  readonly #ids = new SessionIds<string>();
  readonly #aliases = new SessionIds<Required<Pick<Session, 'alias' | 'id'>>>();
  readonly #dependencies: SessionServiceDependencies;

  constructor(dependencies: SessionServiceDependencies) {
    this.#dependencies = dependencies;
  }

  async create(
    merchantKey: number,
    options: {
      authenticationLimit?: number;
      values?: RequestFields;
      checkout?: Checkout | ((id: string) => Checkout);
    } = {},
  ): Promise<Session> {
    const { sessions, clock } = this.#dependencies;
    const now = clock.now();
    const id = newSessionId();
    const { checkout = null } = options;
    const empty: Session = {
      key: sessions.newKey(),
      merchantKey,
      id,
      version: newVersion(0),
      fields: {},
      sealedCard: null,
      sealedSensitive: null,
      sensitiveUntil: null,
      updateStatus: 'NO_UPDATE',
      authenticationLimit: options.authenticationLimit ?? AUTHENTICATION_LIMIT_DEFAULT,
      authentications: 0,
      checkout: typeof checkout === 'function' ? checkout(id) : checkout,
      form: null,
      expiresAt: now + LIFE_DEFAULT_MS,
      createdAt: now,
      updatedAt: now,
    };
    const session = options.values === undefined ? empty : this.#updated(empty, options.values);
    await sessions.insert(session);
    return session;
  }

  /** A session of this merchant that has not ended; extends it. @throws InterfaceError otherwise */
  async find(merchantKey: number, id: string): Promise<Session> {
    const session = await this.#dependencies.sessions.find(id);
    if (session === undefined || session.merchantKey !== merchantKey) {
      throw invalidField('session.id', 'there is no such session');
    }
    if (session.expiresAt <= this.#dependencies.clock.now()) {
      throw invalidField('session.id', 'this session has expired');
    }
    return session;
  }

  /** A session by its id alone, ended or not: for the payer's pages, which have only the link. */
  findById(id: string): Promise<Session | undefined> {
    return this.#dependencies.sessions.find(id);
  }

  /**
   * A session for what goes on without its payer: with the id that this process was told for it, else with an alias, by
   * which everything works but a security code that waits in it.
   */
  async findByKey(key: number): Promise<Session | undefined> {
    const { sessions, clock } = this.#dependencies;
    const session = await sessions.findByKey(key);
    const known = this.#ids.of(key, clock.now());
    return session && (known === undefined ? this.#underAlias(session) : { ...session, id: known });
  }

  /**
   * The same under an alias, for an address that is given to whoever brings no more than a return address.
   *
   * @param ownId where the caller knows it
   */
  async findAliased(key: number, ownId?: string): Promise<Session | undefined> {
    const session = await this.#dependencies.sessions.findByKey(key);
    return session && this.#underAlias(session, ownId);
  }

  /**
   * The session that another one names. Who came to that one by an alias is led to no session's own id.
   *
   * @param id absent where it could not be opened
   */
  async findNamed({ alias }: Pick<Session, 'alias'>, key: number, id?: string): Promise<Session | undefined> {
    return alias === undefined
      ? // It was an alias when it was sealed, and has ended since.
        ((id === undefined ? undefined : await this.findById(id)) ?? this.findByKey(key))
      : this.findAliased(key, id);
  }

  /** One for all who come to this process, as long as the session's own id is known alike. */
  async #underAlias(session: KeyedSession, known?: string): Promise<Session> {
    const { sessions, clock } = this.#dependencies;
    const { key } = session;
    const now = clock.now();
    const ownId = known ?? this.#ids.of(key, now);
    const before = this.#aliases.of(key, now);
    if (before !== undefined && before.alias.ownId === ownId) {
      return { ...session, ...before };
    }
    const made = { id: newSessionId(), alias: { ...(ownId !== undefined && { ownId }) } };
    await sessions.addAlias(key, made.id, now + ALIAS_LIFE_MS, made.alias);
    this.#aliases.remember(key, made, now);
    return { ...session, ...made };
  }

  /** Extends the session when that is worth a write. @returns when it ends then */
  async use(session: Session): Promise<number> {
    const expiresAt = endOf(session, this.#dependencies.clock.now());
    if (expiresAt - session.expiresAt <= TOUCH_EVERY_MS) {
      return session.expiresAt;
    }
    await this.#dependencies.sessions.touch(session.key, expiresAt);
    return expiresAt;
  }

  /**
   * Merges `values` into the session.
   *
   * @param requireAllowed throws where `values` may not go into this state of the session. A payment does not change
   *   the session's version, so it is asked before the write and after it: what a payment that began meanwhile forbids
   *   is taken back.
   * @throws InterfaceError when their `session.version` is not the stored one; and whatever `requireAllowed` throws
   */
  async update(
    session: Session,
    values: RequestFields,
    checkout?: Checkout,
    requireAllowed?: (current: Session) => Promise<void>,
  ): Promise<Session> {
    const wanted = values.session?.version;
    for (let current = session; ; current = await this.find(session.merchantKey, session.id)) {
      if (wanted !== undefined) {
        requireVersion(current, wanted);
      }
      await requireAllowed?.(current);
      // A new checkout begins without what a payer of the one before it typed.
      const fields = checkout === undefined ? current.fields : merchantFields(current);
      const own = { ...current, fields, checkout: ofMerchant(checkout ?? current.checkout, values) };
      const next = this.#updated(own, values);
      if (await this.#dependencies.sessions.replace(next, current)) {
        await requireAllowed?.(current).catch(async (refusal: unknown) => {
          await this.#restoreOrder(current, checkout !== undefined);
          throw refusal;
        });
        return next;
      }
    }
  }

  /**
   * Collects what the payer typed on the page, in place of any instrument and of any payer's details before it, with
   * the form's own state. Sensitive authentication data comes here only where the payment waits for the payer's bank:
   * what is typed lives in memory for its one request.
   *
   * @returns the session with its next version; undefined when it was updated meanwhile, and nothing is written then
   */
  async collect(
    session: CheckoutSession,
    { sourceOfFunds, details, authentication, storedAt }: Collected,
    form: FormState | null,
  ): Promise<CheckoutSession | undefined> {
    const { linkKey: _linkKey, ...stored } = session;
    const { given: _given, authentication: _authentication, ...own } = session.checkout;
    const fields = merchantFields(session);
    const replaced = details?.paths ?? [];
    const checkout: Checkout = {
      ...own,
      merchantVersion: merchantVersion(session),
      ...(replaced.length > 0 && { given: givenDetails(fields) }),
      ...(storedAt !== undefined && { storedAt }),
    };
    const withoutCollected = {
      ...stored,
      checkout,
      fields: without(fields, ['sourceOfFunds', ...replaced]),
      sealedCard: null,
      sealedSensitive: null,
      sensitiveUntil: null,
    };
    const values = { ...details?.values, ...(sourceOfFunds && { sourceOfFunds }) };
    const updated = this.#updated(withoutCollected, values);
    const next = { ...updated, checkout: awaiting(checkout, authentication, updated.version), form };
    // The payer's bank, or a provider, leads the payer back by an address that does not name the session.
    this.#remember(session);
    return (await this.#dependencies.sessions.replace(next, session)) ? next : undefined;
  }

  #remember({ key, id, alias }: Session): void {
    const now = this.#dependencies.clock.now();
    if (alias !== undefined && alias.ownId === undefined) {
      this.#aliases.remember(key, { id, alias }, now);
    } else {
      this.#ids.remember(key, alias?.ownId ?? id, now);
    }
  }

  /**
   * The same payment once more, with another authentication: what it is made of stays as it was collected, which is how
   * it is stored. Behind a payment link the session as its page shows it has the link's fields in place of a payer's.
   *
   * @param authentication in its `version` the session was collected
   * @param sensitive authentication data that the payment before used
   * @returns as `collect`
   */
  async collectAgain(
    { id }: Pick<Session, 'id'>,
    authentication: PendingAuthentication,
    sensitive: RequestFields,
  ): Promise<CheckoutSession | undefined> {
    const stored = await this.findById(id);
    if (stored?.checkout == null || stored.version !== authentication.version) {
      return undefined;
    }
    const { behind } = stored.checkout;
    const { attempt } = authentication;
    // The link leads to it as to the session of its next attempt.
    const checkout = { ...stored.checkout, ...(behind && { behind: { ...behind, attempt } }) };
    const updated = this.#updated(stored, sensitive);
    const next = { ...updated, checkout: awaiting(checkout, authentication, updated.version) };
    return (await this.#dependencies.sessions.replace(next, stored)) ? next : undefined;
  }

  /** Card data stays as it is: the payment may have erased a security code, which must not come back. */
  async #restoreOrder(before: Session, isCheckoutNew: boolean): Promise<void> {
    const { sessions } = this.#dependencies;
    for (;;) {
      const current = await sessions.find(before.id);
      if (current === undefined) {
        return;
      }
      const { order } = before.fields;
      const restored: Session = {
        ...current,
        version: newVersion(updatesOf(current.version) + 1),
        fields: { ...without(current.fields, ['order']), ...(order !== undefined && { order }) },
        checkout: isCheckoutNew ? before.checkout : current.checkout,
      };
      if (await sessions.replace(restored, current)) {
        return;
      }
    }
  }

  /**
   * The fields that the session adds to a payment. @throws InterfaceError when it does not exist, changed, or cannot
   * pay
   */
  async forPayment(merchantKey: number, id: string, version: string | undefined): Promise<SessionForPayment> {
    const session = await this.find(merchantKey, id);
    if (version !== undefined) {
      requireVersion(session, version);
    }
    if (session.updateStatus !== 'SUCCESS') {
      throw invalidField(
        'session.id',
        `the session's updateStatus is ${session.updateStatus}; only one that was updated with SUCCESS can pay`,
      );
    }
    await this.use(session);
    return { key: session.key, values: this.values(session), sensitive: session.sealedSensitive !== null };
  }

  /** Its fields, with card data opened as `Secret`s: a security code for who has the id that it was put in by. */
  values(session: Session): RequestFields {
    const { sealer, clock } = this.#dependencies;
    let values = merge(undefined, session.fields);
    const sensitiveLives = session.sensitiveUntil !== null && session.sensitiveUntil > clock.now();
    if (session.sealedCard !== null) {
      values = merge(values, opened(sealer.open(session.sealedCard, sessionPlace(session, 'card')), false));
    }
    if (session.sealedSensitive !== null && sensitiveLives) {
      const outer = sealer.open(session.sealedSensitive, sessionPlace(session, 'sensitive'));
      const sensitive = openUnderId(sealingId(session), outer, ownPlace(session, 'sensitive'));
      values = sensitive === undefined ? values : merge(values, opened(sensitive, true));
    }
    return values;
  }

  /** Under a key that rests nowhere, and around it a key of the vault: neither what is stored nor the keys open it. */
  #sealSensitive(session: Session, sensitive: SecretTexts): Uint8Array {
    const inner = sealUnderId(sealingId(session), JSON.stringify(sensitive), ownPlace(session, 'sensitive'));
    return this.#dependencies.sealer.seal(inner, sessionPlace(session, 'sensitive'));
  }

  #updated(session: Session, values: RequestFields): Session {
    const { sealer, clock } = this.#dependencies;
    const now = clock.now();
    const card = secretTexts(values, CARD_PATHS);
    // A security code belongs to its card: a new number drops the old one's code.
    const before =
      Object.keys(card).length === 0 ? this.values(session) : without(this.values(session), SENSITIVE_PATHS);
    const all = merge(before, without(values, NOT_IN_SESSION));
    const numbers = secretTexts(all, CARD_PATHS);
    const sensitive = secretTexts(all, SENSITIVE_PATHS);
    const inLink = cardInLinkProblems(session, all);
    if (inLink.length > 0) {
      throw invalidFields(inLink);
    }
    const brought = Object.keys(secretTexts(values, SENSITIVE_PATHS)).length > 0;
    const fields = without(all, SECRET_PATHS);
    return {
      ...session,
      version: newVersion(updatesOf(session.version) + 1),
      fields,
      sealedCard:
        Object.keys(numbers).length === 0 ? null : sealer.seal(JSON.stringify(numbers), sessionPlace(session, 'card')),
      sealedSensitive: Object.keys(sensitive).length === 0 ? null : this.#sealSensitive(session, sensitive),
      sensitiveUntil:
        Object.keys(sensitive).length === 0 ? null : brought ? now + SENSITIVE_LIFE_MS : session.sensitiveUntil,
      updateStatus: 'SUCCESS',
      expiresAt: endOf({ checkout: session.checkout, fields }, now),
      updatedAt: now,
    };
  }
}

function awaiting(
  checkout: Checkout,
  authentication: Omit<PendingAuthentication, 'version'> | undefined,
  version: string,
): Checkout {
  return authentication === undefined ? checkout : { ...checkout, authentication: { ...authentication, version } };
}

/** The merchant has changed the session: a form that was shown before is of another order. */
function ofMerchant(checkout: Checkout | null, values: RequestFields): Checkout | null {
  if (checkout === null) {
    return null;
  }
  const { merchantVersion: _before, ...changed } = checkout;
  return { ...changed, ...updatedGiven(checkout, values) };
}

function requireVersion(session: Session, wanted: string): void {
  const problems = versionProblems(session, wanted);
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
}

/** @param wanted the version on which the caller decided; undefined: whichever it is */
export function versionProblems({ version }: Session, wanted: string | undefined): FieldProblem[] {
  return wanted === undefined || wanted === version
    ? []
    : [
        invalidProblem(
          'session.version',
          'the session was updated since this version; retrieve it, decide again, and send its version',
        ),
      ];
}

/** The purpose that a session's card data is sealed for. */
export function sessionPlace(session: Pick<KeyedSession, 'key' | 'merchantKey'>, what: 'card' | 'sensitive'): Place {
  const before = ownPlace(session, what);
  return { bound: `merchant ${session.merchantKey} ${before}`, before };
}

function ownPlace({ key }: Pick<KeyedSession, 'key'>, what: 'card' | 'sensitive'): string {
  return `session ${key} ${what}`;
}

/**
 * Card data lives no longer than a session does, and a link may live for weeks.
 *
 * @param values all that the session would hold
 */
export function cardInLinkProblems(session: Pick<Session, 'checkout'>, values: RequestFields): FieldProblem[] {
  if (!isOpenLink(session) || Object.keys(secretTexts(values, SECRET_PATHS)).length === 0) {
    return [];
  }
  return [
    {
      field: 'sourceOfFunds.provided',
      validationType: 'UNSUPPORTED',
      explanation: "a payment link's session takes no card data: its payer enters the card on the page",
    },
  ];
}

/** Eight random hex digits, and two that count updates. */
function newVersion(updates: number): string {
  return randomBytes(4).toString('hex') + (updates % 100).toString().padStart(2, '0');
}

function opened(text: string, sensitive: boolean): RequestFields {
  return secretValues(JSON.parse(text) as SecretTexts, sensitive);
}

function updatesOf(version: string): number {
  return Number(version.slice(-2));
}
