/** Creates, updates and opens sessions: the rules on top of the `Sessions` port. */

import { randomBytes } from 'node:crypto';
import { type FieldProblem, invalidField, invalidFields, invalidProblem } from '../../contract/interface-error.ts';
import type { RequestFields, SourceOfFundsFields } from '../../contract/request-fields.ts';
import { SECRET_PATHS, SENSITIVE_PATHS } from '../../contract/secret-paths.ts';
import { merge, type SecretTexts, secretTexts, secretValues, without } from '../../contract/values.ts';
import type { Clock, Sealer, SealPlace, SessionForPayment } from '../../core/ports/index.ts';
import { openUnderId, sealUnderId } from '../../platform/id-seal.ts';
import { RACES_MAX } from '../../platform/races.ts';
import { givenDetails, merchantFields, updatedGiven } from './given-details.ts';
import type { ReadDetails } from './payer-details.ts';
import type { PendingAuthentication } from './pending-authentication.ts';
import {
  type Checkout,
  type CheckoutSession,
  type FormState,
  type KeyedSession,
  merchantVersion,
  type Session,
  type Sessions,
  sealingId,
} from './session.ts';
import { newSessionId, SessionIds } from './session-ids.ts';
import { endOf, isOpenLink, LIFE_DEFAULT_MS } from './session-life.ts';

/** A security code stored over the interface is erased after this time, used or not. */
const SENSITIVE_LIFE_MS = 15 * 60_000;
/** Each use extends the session; persisting that once a minute is enough. */
const TOUCH_EVERY_MS = 60_000;
const AUTHENTICATION_LIMIT_DEFAULT = 25;

/** As long as the return address of a provider's payment is valid. */
const ALIAS_LIFE_MS = 24 * 60 * 60_000;

const NOT_IN_SESSION = ['apiOperation', 'correlationId', 'session'] as const;
const CARD_PATHS = SECRET_PATHS.filter((path) => !SENSITIVE_PATHS.includes(path));

export interface SessionServiceDependencies {
  readonly sessions: Sessions;
  readonly sealer: Sealer;
  readonly clock: Clock;
}

/** The values that a payer's form adds to the session. */
export interface CollectedValues {
  /** Absent: the payer pays without an instrument of this session, and a stored one is removed. */
  readonly sourceOfFunds?: SourceOfFundsFields | undefined;
  /** Absent: the details are the merchant's. */
  readonly details?: Pick<ReadDetails, 'paths' | 'values'>;
  /** The payment waits for the payer's bank: a security code is stored with the card, sealed, until then. */
  readonly authentication?: Omit<PendingAuthentication, 'version'>;
  /** For operation NONE, which ends the checkout: the time of storing. */
  readonly storedAt?: number;
}

export class SessionService {
  /** The sessions' own ids. */
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

  /** A session by its id alone, ended or not: for the payer's pages, which know only the link. */
  findById(id: string): Promise<Session | undefined> {
    return this.#dependencies.sessions.find(id);
  }

  /**
   * A session for work without its payer's request: with its own id if this process has it cached, else with an alias.
   * An alias does not open a sealed security code.
   */
  async findByKey(key: number): Promise<Session | undefined> {
    const { sessions, clock } = this.#dependencies;
    const session = await sessions.findByKey(key);
    const known = this.#ids.of(key, clock.now());
    return session && (known === undefined ? this.#underAlias(session) : { ...session, id: known });
  }

  /**
   * The session under an alias, for a redirect whose client has shown only a return address.
   *
   * @param ownId the session's own id, if the caller knows it
   */
  async findAliased(key: number, ownId?: string): Promise<Session | undefined> {
    const session = await this.#dependencies.sessions.findByKey(key);
    return session && this.#underAlias(session, ownId);
  }

  /**
   * A session that another session refers to. If that one was opened by an alias, so is this one: own ids are not
   * disclosed.
   *
   * @param id absent where it could not be opened
   */
  async findNamed({ alias }: Pick<Session, 'alias'>, key: number, id?: string): Promise<Session | undefined> {
    return alias === undefined
      ? // The sealed id may have been an alias, which has expired since.
        ((id === undefined ? undefined : await this.findById(id)) ?? this.findByKey(key))
      : this.findAliased(key, id);
  }

  /** This process uses one alias for each session, until it learns the session's own id. */
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

  /** Extends the session if the extension is worth a write. @returns when the session ends */
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
   * @param requireAllowed throws if `values` are not allowed in this state of the session. A payment does not change
   *   the session's version, so it is called before the write and after it; if a concurrent payment forbids the change,
   *   the change is undone.
   * @throws InterfaceError when their `session.version` is not the stored one, and any error of `requireAllowed`
   */
  async update(
    session: Session,
    values: RequestFields,
    checkout?: Checkout,
    requireAllowed?: (current: Session) => Promise<void>,
  ): Promise<Session> {
    const wanted = values.session?.version;
    let current = session;
    for (let race = 0; race < RACES_MAX; race += 1) {
      if (wanted !== undefined) {
        requireVersion(current, wanted);
      }
      await requireAllowed?.(current);
      // A new checkout starts without the values that a payer typed in the one before.
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
      current = await this.find(session.merchantKey, session.id);
    }
    throw overtaken(session);
  }

  /**
   * Stores the payer's instrument and details, replacing earlier ones, with the form's state. Sensitive authentication
   * data is included only if the payment waits for the payer's bank; else it stays in the memory of its request.
   *
   * @returns the session with its next version; undefined, without a write, when it was updated meanwhile
   */
  async collect(
    session: CheckoutSession,
    { sourceOfFunds, details, authentication, storedAt }: CollectedValues,
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
    // The return address of the payer's bank or a provider does not contain the session's id.
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
   * Prepares the same payment with another authentication, from the stored session: behind a payment link, the session
   * as its page shows it has the link's fields instead of the payer's.
   *
   * @param authentication its `version` is that of the collected session
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
    // The link then resolves to this session for its next attempt.
    const checkout = { ...stored.checkout, ...(behind && { behind: { ...behind, attempt } }) };
    const updated = this.#updated(stored, sensitive);
    const next = { ...updated, checkout: awaiting(checkout, authentication, updated.version) };
    return (await this.#dependencies.sessions.replace(next, stored)) ? next : undefined;
  }

  /**
   * Restores the order's fields. Card data stays as it is: the payment may have erased a security code, which must not
   * be restored.
   */
  async #restoreOrder(before: Session, isCheckoutNew: boolean): Promise<void> {
    const { sessions } = this.#dependencies;
    for (let race = 0; race < RACES_MAX; race += 1) {
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
    throw overtaken(before);
  }

  /** The session's fields for a payment. @throws InterfaceError when it does not exist, was changed, or cannot pay */
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

  /**
   * The session's fields, with card data opened as `Secret`s. A security code opens only with the id under which it was
   * stored.
   */
  values(session: Session): RequestFields {
    const { sealer, clock } = this.#dependencies;
    let values = merge(undefined, session.fields);
    const sensitiveLives = session.sensitiveUntil !== null && session.sensitiveUntil > clock.now();
    if (session.sealedCard !== null) {
      values = merge(values, parseSecretFields(sealer.open(session.sealedCard, sessionPlace(session, 'card')), false));
    }
    if (session.sealedSensitive !== null && sensitiveLives) {
      const outer = sealer.open(session.sealedSensitive, sessionPlace(session, 'sensitive'));
      const sensitive = openUnderId(sealingId(session), outer, ownPlace(session, 'sensitive'));
      values = sensitive === undefined ? values : merge(values, parseSecretFields(sensitive, true));
    }
    return values;
  }

  /**
   * Seals twice: under a key derived from the session's id, which is not stored, then under a key of the vault, so that
   * the stored data and the vault's keys together do not open it.
   */
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

function overtaken({ key }: Pick<Session, 'key'>): Error {
  return new Error(`session ${key} lost ${RACES_MAX} races for one update`);
}

function awaiting(
  checkout: Checkout,
  authentication: Omit<PendingAuthentication, 'version'> | undefined,
  version: string,
): Checkout {
  return authentication === undefined ? checkout : { ...checkout, authentication: { ...authentication, version } };
}

/** Applies a merchant's change, which invalidates forms that were shown before. */
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

/** @param wanted the version on which the caller's decision is based; undefined: any */
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

/** The context to which a session's card data is sealed. */
export function sessionPlace(
  session: Pick<KeyedSession, 'key' | 'merchantKey'>,
  what: 'card' | 'sensitive',
): SealPlace {
  const before = ownPlace(session, what);
  return { bound: `merchant ${session.merchantKey} ${before}`, before };
}

function ownPlace({ key }: Pick<KeyedSession, 'key'>, what: 'card' | 'sensitive'): string {
  return `session ${key} ${what}`;
}

/**
 * Refuses card data in a payment link's own session: a link may live for weeks, longer than card data may be stored.
 *
 * @param values all values of the session after the update
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

/** Eight random hex digits, and two digits that count updates. */
function newVersion(updates: number): string {
  return randomBytes(4).toString('hex') + (updates % 100).toString().padStart(2, '0');
}

function parseSecretFields(text: string, sensitive: boolean): RequestFields {
  return secretValues(JSON.parse(text) as SecretTexts, sensitive);
}

function updatesOf(version: string): number {
  return Number(version.slice(-2));
}
