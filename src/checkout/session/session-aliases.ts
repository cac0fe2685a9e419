/**
 * Finds sessions without their id: by key, or by a reference in another session. If this process does not know the
 * session's own id, the session gets an alias, under which its pages work.
 */
import { DAY_MS } from '../../contract/durations.ts';
import type { Clock } from '../../core/ports/index.ts';
import type { KeyedSession, Session, Sessions } from './session.ts';
import { newSessionId, SessionIds } from './session-ids.ts';

/** As long as the return address of a provider's payment is valid. */
const ALIAS_LIFE_MS = DAY_MS;

export class SessionAliases {
  /** The sessions' own ids. */
  readonly #ids = new SessionIds<string>();
  readonly #aliases = new SessionIds<Required<Pick<Session, 'alias' | 'id'>>>();
  readonly #sessions: Sessions;
  readonly #clock: Clock;

  constructor({ sessions, clock }: { readonly sessions: Sessions; readonly clock: Clock }) {
    this.#sessions = sessions;
    this.#clock = clock;
  }

  /**
   * A session for work without its payer's request: with its own id if this process has it cached, else with an alias.
   * An alias does not open a sealed security code.
   */
  async findByKey(key: number): Promise<Session | undefined> {
    const session = await this.#sessions.findByKey(key);
    const known = this.#ids.of(key, this.#clock.now());
    return session && (known === undefined ? this.#underAlias(session) : { ...session, id: known });
  }

  /**
   * The session under an alias, for a redirect whose client has shown only a return address.
   *
   * @param ownId the session's own id, if the caller knows it
   */
  async findAliased(key: number, ownId?: string): Promise<Session | undefined> {
    const session = await this.#sessions.findByKey(key);
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
        ((id === undefined ? undefined : await this.#sessions.find(id)) ?? this.findByKey(key))
      : this.findAliased(key, id);
  }

  /** Caches the id of a payer who leaves: the return address of a bank or a provider does not contain it. */
  remember({ key, id, alias }: Session): void {
    const now = this.#clock.now();
    if (alias !== undefined && alias.ownId === undefined) {
      this.#aliases.remember(key, { id, alias }, now);
    } else {
      this.#ids.remember(key, alias?.ownId ?? id, now);
    }
  }

  /** This process uses one alias for each session, until it learns the session's own id. */
  async #underAlias(session: KeyedSession, known?: string): Promise<Session> {
    const { key } = session;
    const now = this.#clock.now();
    const ownId = known ?? this.#ids.of(key, now);
    const before = this.#aliases.of(key, now);
    if (before !== undefined && before.alias.ownId === ownId) {
      return { ...session, ...before };
    }
    const made = { id: newSessionId(this.#sessions.storeNumber), alias: { ownId } };
    await this.#sessions.addAlias(key, made.id, now + ALIAS_LIFE_MS, made.alias);
    this.#aliases.remember(key, made, now);
    return { ...session, ...made };
  }
}
