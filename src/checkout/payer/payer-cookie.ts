/**
 * The payer's cookie: sealed by iron-session, with only a CSRF secret and its own expiry. It says nothing about
 * payments.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { type CookieJar, getIronSession, type SessionOptions } from 'iron-session';
import type { Clock } from '../../core/ports/index.ts';
import { CookieCache } from './cookie-cache.ts';

/**
 * The longest lifetime of a checkout. Measured by the gateway's clock: a jump of the system clock would end every
 * checkout.
 */
const LIFE_SECONDS = 24 * 60 * 60;
/** The library would expire a seal by the system clock, so the seal has no expiry; its content has one. */
const NO_END = 0;
const SECRET_BYTES = 32;

export interface PayerSecret {
  readonly csrfSecret: string;
  /** When the cookie expires, in milliseconds since 1970. */
  readonly until: number;
}

export interface CookieOptions {
  /** Read for each cookie, since the keys change while the process runs. */
  readonly passwords: () => CookiePasswords;
  /** With https the cookie is Secure and has the `__Host-` prefix. Plain http is for a laptop only. */
  readonly secure: boolean;
  readonly clock: Clock;
}

export interface CookiePasswords {
  readonly all: Readonly<Record<string, string>>;
  /** The id of the password that seals. */
  readonly inUse: string;
}

export class PayerCookie {
  readonly #clock: Clock;
  readonly #name: string;
  readonly #passwords: CookieOptions['passwords'];
  readonly #session: Omit<SessionOptions, 'password'>;
  readonly #known = new CookieCache<PayerSecret>();

  constructor({ clock, passwords, secure }: CookieOptions) {
    this.#clock = clock;
    this.#passwords = passwords;
    this.#name = secure ? '__Host-turnpike' : 'turnpike';
    this.#session = {
      cookieName: this.#name,
      ttl: NO_END,
      cookieOptions: { path: '/', httpOnly: true, sameSite: 'lax', maxAge: LIFE_SECONDS, secure },
    };
  }

  /**
   * @param header `Cookie`
   * @returns undefined when it is absent, altered, expired or sealed by a removed key
   */
  async read(header: string | undefined): Promise<PayerSecret | undefined> {
    const sealed = parseCookie(header ?? '')[this.#name];
    if (sealed === undefined) {
      return undefined;
    }
    const now = this.#clock.now();
    const known = this.#known.find(sealed, now);
    if (known !== undefined) {
      return known;
    }
    const { csrfSecret, until } = await getIronSession<Partial<PayerSecret>>(this.#jar(sealed), {
      ...this.#session,
      password: { ...this.#passwords().all },
    });
    if (typeof csrfSecret !== 'string' || typeof until !== 'number' || until <= now) {
      return undefined;
    }
    const payer = { csrfSecret, until };
    this.#known.remember(sealed, payer);
    return payer;
  }

  /** Makes a new payer, and the `Set-Cookie` header that identifies the browser from then on. */
  async issue(): Promise<{ payer: PayerSecret; header: string }> {
    const payer = {
      csrfSecret: randomBytes(SECRET_BYTES).toString('base64url'),
      until: this.#clock.now() + LIFE_SECONDS * 1_000,
    };
    let header = '';
    const jar = this.#jar(undefined, (sealed, set) => {
      this.#known.remember(sealed, payer);
      header = set;
    });
    const { all, inUse } = this.#passwords();
    // Given several passwords, the library seals with the one of the highest id.
    const password = { [inUse]: all[inUse] ?? '' };
    const session = await getIronSession<Partial<PayerSecret>>(jar, { ...this.#session, password });
    await Object.assign(session, payer).save();
    return { payer, header };
  }

  /** A cookie store of one cookie, instead of a request and a response, so that a cached cookie is not opened again. */
  #jar(sealed: string | undefined, written: (sealed: string, header: string) => void = () => undefined): CookieJar {
    return {
      read: (name) => (name === this.#name ? sealed : undefined),
      write: (name, value, options) =>
        written(value, stringifySetCookie({ ...options, maxAge: LIFE_SECONDS, name, value })),
    };
  }
}

/**
 * The content of hidden inputs that prove that we made the form for this payer and session, and of the amount that it
 * showed.
 */
export interface FormProof {
  readonly sessionId: string;
  /** The amount that the payer saw, to detect a change. */
  readonly amount?: { readonly value: string; readonly currency: string };
}

/** @returns a different text each time (masked), so that the size of a compressed response does not leak it (BREACH) */
export function signForm({ csrfSecret }: PayerSecret, { sessionId, amount }: FormProof): string {
  const shown = Buffer.from(JSON.stringify(amount ?? null)).toString('base64url');
  return `${shown}.${maskBytes(signature(csrfSecret, sessionId, shown))}`;
}

/** Reads the amount that the form showed. `genuine` only if this payer's secret signed it for this session. */
export function readFormProof(
  payer: PayerSecret | undefined,
  sessionId: string,
  token: string,
): { genuine: boolean; amount?: FormProof['amount'] } {
  const [shown = '', signed = ''] = token.split('.');
  const genuine = payer !== undefined && same(unmaskBytes(signed), signature(payer.csrfSecret, sessionId, shown));
  return { genuine, ...(genuine && { amount: JSON.parse(Buffer.from(shown, 'base64url').toString()) ?? undefined }) };
}

/**
 * The mark by which a session recognises the payer who typed into its form; it reveals nothing of the cookie.
 * @param session its key: a payer may come back by another id of it
 */
export function payerMark({ csrfSecret }: PayerSecret, session: string): string {
  return signature(csrfSecret, session, 'typed').toString('base64url');
}

function signature(secret: string, sessionId: string, shown: string): Buffer {
  return createHmac('sha256', secret).update(`${sessionId} ${shown}`).digest();
}

/** Encodes a random mask, followed by the bytes XORed with it. */
function maskBytes(bytes: Buffer): string {
  const mask = nextMask(bytes.length);
  return Buffer.concat([mask, xor(bytes, mask)]).toString('base64url');
}

/** The random source takes about as long for thousands of bytes as for one mask. */
const MASK_BYTES_AT_ONCE = 4_096;
let masks = Buffer.alloc(0);

/** @returns random bytes, which are never returned again */
function nextMask(length: number): Buffer {
  if (masks.length < length) {
    masks = randomBytes(Math.max(MASK_BYTES_AT_ONCE, length));
  }
  const mask = masks.subarray(0, length);
  masks = masks.subarray(length);
  return mask;
}

function unmaskBytes(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  const half = Math.floor(bytes.length / 2);
  return xor(bytes.subarray(half), bytes.subarray(0, half));
}

function xor(bytes: Buffer, mask: Buffer): Buffer {
  const result = Buffer.alloc(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) {
    result[index] = bytes[index]! ^ (mask[index] ?? 0);
  }
  return result;
}

function same(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
