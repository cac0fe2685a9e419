/** A cookie whose content is sealed by iron-session: the browser can neither read nor alter it. */
import { parseCookie, stringifySetCookie } from 'cookie';
import { type CookieJar, getIronSession, type SessionOptions } from 'iron-session';
import { CookieCache } from './cookie-cache.ts';

/** The library would expire a seal by the system clock, so the seal has no expiry; its content has one. */
const NO_END = 0;

export interface CookiePasswords {
  readonly all: Readonly<Record<string, string>>;
  /** The id of the password that seals. */
  readonly inUse: string;
}

export interface SealedCookieOptions<Content> {
  /** Without the prefix `__Host-`, which a Secure cookie gets. */
  readonly name: string;
  readonly lifeSeconds: number;
  /** Read for each cookie, since the keys change while the process runs. */
  readonly passwords: () => CookiePasswords;
  /** With https the cookie is Secure and has the `__Host-` prefix. Plain http is for a laptop only. */
  readonly secure: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Validates the opened content, which an older release may have sealed. */
  readonly isContent: (opened: Partial<Content>) => opened is Content;
}

/** @template Content has its own end, in milliseconds since 1970 */
export class SealedCookie<Content extends { readonly until: number }> {
  readonly #options: SealedCookieOptions<Content>;
  readonly #name: string;
  readonly #session: Omit<SessionOptions, 'password'>;
  readonly #known = new CookieCache<Content>();

  constructor(options: SealedCookieOptions<Content>) {
    const { lifeSeconds: maxAge, name, secure } = options;
    this.#options = options;
    this.#name = secure ? `__Host-${name}` : name;
    this.#session = {
      cookieName: this.#name,
      ttl: NO_END,
      cookieOptions: { path: '/', httpOnly: true, sameSite: 'lax', maxAge, secure },
    };
  }

  /**
   * @param header `Cookie`
   * @returns undefined when it is absent, altered, expired or sealed by a removed key
   */
  async read(header: string | undefined): Promise<Content | undefined> {
    const sealed = parseCookie(header ?? '')[this.#name];
    if (sealed === undefined) {
      return undefined;
    }
    const { isContent, now, passwords } = this.#options;
    const known = this.#known.find(sealed, now());
    if (known !== undefined) {
      return known;
    }
    const opened = await getIronSession<Partial<Content>>(this.#jar(sealed), {
      ...this.#session,
      password: { ...passwords().all },
    });
    const content: Partial<Content> = { ...opened };
    if (!isContent(content) || content.until <= now()) {
      return undefined;
    }
    this.#known.remember(sealed, content);
    return content;
  }

  /** @returns the `Set-Cookie` header */
  async write(content: Content): Promise<string> {
    let header = '';
    const jar = this.#jar(undefined, (sealed, set) => {
      this.#known.remember(sealed, content);
      header = set;
    });
    const { all, inUse } = this.#options.passwords();
    // Given several passwords, the library seals with the one of the highest id.
    const password = { [inUse]: all[inUse] ?? '' };
    const session = await getIronSession<Partial<Content>>(jar, { ...this.#session, password });
    await Object.assign(session, content).save();
    return header;
  }

  /** A cookie store of one cookie, instead of a request and a response, so that a cached cookie is not opened again. */
  #jar(sealed: string | undefined, written: (sealed: string, header: string) => void = () => undefined): CookieJar {
    const { lifeSeconds: maxAge } = this.#options;
    return {
      read: (name) => (name === this.#name ? sealed : undefined),
      write: (name, value, options) => written(value, stringifySetCookie({ ...options, maxAge, name, value })),
    };
  }
}
