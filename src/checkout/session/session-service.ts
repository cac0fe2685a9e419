/** Creates, finds and updates sessions: the rules on top of the `Sessions` port. */
import { MINUTE_MS } from '../../contract/durations.ts';
import { invalidField } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Clock, Sealer, SessionForPayment } from '../../core/ports/index.ts';
import { type CollectedValues, collectedAgain, withCollected } from './collected-values.ts';
import { type MerchantUpdate, requireVersion, updateByMerchant } from './merchant-update.ts';
import type { PendingAuthentication } from './pending-authentication.ts';
import { SealedValues } from './sealed-values.ts';
import type { Checkout, CheckoutSession, FormState, Session, Sessions } from './session.ts';
import { SessionAliases } from './session-aliases.ts';
import { newSessionId } from './session-ids.ts';
import { endOf, LIFE_DEFAULT_MS } from './session-life.ts';
import { firstVersion } from './session-version.ts';

/** Each use extends the session; persisting that once a minute is enough. */
const TOUCH_EVERY_MS = MINUTE_MS;
const AUTHENTICATION_LIMIT_DEFAULT = 25;

export interface SessionServiceDependencies {
  readonly sessions: Sessions;
  readonly sealer: Sealer;
  readonly clock: Clock;
}

export class SessionService {
  readonly #sessions: Sessions;
  readonly #clock: Clock;
  readonly #sealed: SealedValues;
  readonly #aliases: SessionAliases;

  constructor(dependencies: SessionServiceDependencies) {
    this.#sessions = dependencies.sessions;
    this.#clock = dependencies.clock;
    this.#sealed = new SealedValues(dependencies);
    this.#aliases = new SessionAliases(dependencies);
  }

  async create(
    merchantKey: number,
    options: {
      authenticationLimit?: number;
      values?: RequestFields;
      checkout?: Checkout | ((id: string) => Checkout);
    } = {},
  ): Promise<Session> {
    const now = this.#clock.now();
    const id = newSessionId(this.#sessions.storeNumber);
    const { checkout = null } = options;
    const empty: Session = {
      key: this.#sessions.newKey(),
      merchantKey,
      id,
      version: firstVersion(),
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
    const session = options.values === undefined ? empty : this.#sealed.update(empty, options.values);
    await this.#sessions.insert(session);
    return session;
  }

  /** A session of this merchant that has not ended. @throws InterfaceError otherwise */
  async find(merchantKey: number, id: string): Promise<Session> {
    const session = await this.#sessions.find(id);
    if (session === undefined || session.merchantKey !== merchantKey) {
      throw invalidField('session.id', 'there is no such session');
    }
    if (session.expiresAt <= this.#clock.now()) {
      throw invalidField('session.id', 'this session has expired');
    }
    return session;
  }

  /** A session by its id alone, ended or not: for the payer's pages, which know only the link. */
  findById(id: string): Promise<Session | undefined> {
    return this.#sessions.find(id);
  }

  /** As `SessionAliases.findByKey`. */
  findByKey(key: number): Promise<Session | undefined> {
    return this.#aliases.findByKey(key);
  }

  /** As `SessionAliases.findAliased`. */
  findAliased(key: number, ownId?: string): Promise<Session | undefined> {
    return this.#aliases.findAliased(key, ownId);
  }

  /** As `SessionAliases.findNamed`. */
  findNamed(by: Pick<Session, 'alias'>, key: number, id?: string): Promise<Session | undefined> {
    return this.#aliases.findNamed(by, key, id);
  }

  /** Extends the session if the extension is worth a write. @returns when the session ends */
  async use(session: Session): Promise<number> {
    const expiresAt = endOf(session, this.#clock.now());
    if (expiresAt - session.expiresAt <= TOUCH_EVERY_MS) {
      return session.expiresAt;
    }
    await this.#sessions.touch(session.key, expiresAt);
    return expiresAt;
  }

  /**
   * Merges `values` into the session, as `updateByMerchant`.
   *
   * @throws InterfaceError when their `session.version` is not the stored one, and any error of the two checks
   */
  update(session: Session, values: RequestFields, options: Omit<MerchantUpdate, 'values'> = {}): Promise<Session> {
    const reload = () => this.find(session.merchantKey, session.id);
    return updateByMerchant(this.#sessions, this.#sealed, session, { values, ...options }, reload);
  }

  /**
   * Stores the payer's instrument and details, replacing earlier ones, with the form's state. Sensitive authentication
   * data is included only if the payment waits for the payer's bank; else it stays in the memory of its request.
   *
   * @returns the session with its next version; undefined, without a write, when it was updated meanwhile
   */
  async collect(
    session: CheckoutSession,
    values: CollectedValues,
    form: FormState | null,
  ): Promise<CheckoutSession | undefined> {
    const next = withCollected(this.#sealed, session, values, form);
    this.#aliases.remember(session);
    return (await this.#sessions.replace(next, session)) ? next : undefined;
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
    const session = { ...stored, checkout: stored.checkout };
    const next = collectedAgain(this.#sealed, session, authentication, sensitive);
    return (await this.#sessions.replace(next, stored)) ? next : undefined;
  }

  /** The session's fields for a payment. @throws InterfaceError when it does not exist, was changed, or cannot pay */
  async forPayment(merchantKey: number, id: string, version: string | undefined): Promise<SessionForPayment> {
    const session = await this.find(merchantKey, id);
    requireVersion(session, version);
    if (session.updateStatus !== 'SUCCESS') {
      throw invalidField(
        'session.id',
        `the session's updateStatus is ${session.updateStatus}; only one that was updated with SUCCESS can pay`,
      );
    }
    await this.use(session);
    return { key: session.key, values: this.values(session), sensitive: session.sealedSensitive !== null };
  }

  /** The session's fields, with card data opened as `Secret`s. */
  values(session: Session): RequestFields {
    return this.#sealed.open(session);
  }
}
