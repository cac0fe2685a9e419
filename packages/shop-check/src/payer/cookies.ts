/**
 * A browser's cookies, as far as a shop's payment needs them: by host and path, with SameSite. Ports separate hosts, so
 * that a gateway and a shop on one machine are two sites, as they are in production.
 */

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  /** Whether subdomains get it as well. */
  readonly isOfDomain: boolean;
  readonly path: string;
  readonly isSecure: boolean;
  readonly sameSite: 'strict' | 'lax' | 'none';
}

/** How a request came about. */
export interface Navigation {
  /** Whether a page of another site led here. */
  readonly isCrossSite: boolean;
  readonly isPost: boolean;
}

export class CookieJar {
  readonly #cookies = new Map<string, Cookie>();

  /** Takes the cookies of an answer. */
  take(url: URL, setCookie: readonly string[] | undefined): void {
    for (const text of setCookie ?? []) {
      const cookie = parsed(url, text);
      if (cookie === undefined) {
        continue;
      }
      const key = `${cookie.host} ${cookie.path} ${cookie.name}`;
      if (isGone(text)) {
        this.#cookies.delete(key);
      } else {
        this.#cookies.set(key, cookie);
      }
    }
  }

  /** @returns the `Cookie` header, and the names of those that a browser withholds because another site leads here */
  give(url: URL, { isCrossSite, isPost }: Navigation): { readonly header: string; readonly withheld: string[] } {
    const sent: string[] = [];
    const withheld: string[] = [];
    for (const cookie of this.#cookies.values()) {
      if (!belongs(cookie, url)) {
        continue;
      }
      if (isCrossSite && (cookie.sameSite === 'strict' || (cookie.sameSite === 'lax' && isPost))) {
        withheld.push(cookie.name);
      } else {
        sent.push(`${cookie.name}=${cookie.value}`);
      }
    }
    return { header: sent.join('; '), withheld };
  }
}

function parsed(url: URL, text: string): Cookie | undefined {
  const [pair = '', ...attributes] = text.split(';');
  const at = pair.indexOf('=');
  if (at < 1) {
    return undefined;
  }
  const given = new Map(attributes.map(attributeOf));
  const domain = given.get('domain')?.replace(/^\./, '').toLowerCase();
  const path = given.get('path');
  const sameSite = given.get('samesite')?.toLowerCase();
  return {
    name: pair.slice(0, at).trim(),
    value: pair.slice(at + 1).trim(),
    host: domain || url.host,
    isOfDomain: Boolean(domain),
    path: path?.startsWith('/') ? path : url.pathname.replace(/\/[^/]*$/, '') || '/',
    isSecure: given.has('secure'),
    sameSite: sameSite === 'strict' || sameSite === 'none' ? sameSite : 'lax',
  };
}

function attributeOf(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split('=');
  return [name.trim().toLowerCase(), value.join('=').trim()];
}

function isGone(text: string): boolean {
  const [, maxAge] = /;\s*max-age=(-?\d+)/i.exec(text) ?? [];
  if (maxAge !== undefined) {
    return Number(maxAge) <= 0;
  }
  const [, expires] = /;\s*expires=([^;]+)/i.exec(text) ?? [];
  return expires !== undefined && Date.parse(expires) < Date.now();
}

function belongs({ host, isOfDomain, path, isSecure }: Cookie, url: URL): boolean {
  const isHost = isOfDomain ? `.${url.hostname}`.endsWith(`.${host}`) : url.host === host;
  const isPath = url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
  // Browsers treat this machine as secure.
  const isAllowed = !isSecure || url.protocol === 'https:' || url.hostname === 'localhost';
  return isHost && isPath && isAllowed;
}
