/**
 * Who calls: HTTP Basic, user `merchant.<id>`, password the merchant's API password.
 *
 * scrypt is slow on purpose, so a password that matched once is remembered as a keyed digest, made with a key that lives
 * and dies with this process; the next request with it costs one hash. A wrong password is counted against its merchant and the
 * address that it came from; a right one is never slowed by the wrong ones of others.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { InterfaceError } from '../contract/errors.ts';
import type { Merchant, Merchants } from '../gateway/merchant.ts';
import { passwordMatches } from './passwords.ts';

/** PCI DSS 8.3.4 gives the shape: ten wrong tries, then thirty minutes' wait. */
const FAILURES_MAX = 10;
const FAILURES_PER_SECONDS = 30 * 60;
/** Of all strangers together at one moment: scrypt must not take every thread from those who are known. */
const CHECKS_AT_ONCE_MAX = 16;
const REMEMBERED_MAX = 10_000;

const BASIC = /^Basic ([A-Za-z0-9+/]+={0,2})$/i;

export interface Credentials {
  readonly merchantId: string;
  readonly password: string;
}

/** @returns undefined when the header is absent or is not `merchant.<id>:<password>` */
export function basicCredentials(header: string | undefined): Credentials | undefined {
  const encoded = BASIC.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0 || !text.startsWith('merchant.')) return undefined;
  return { merchantId: text.slice('merchant.'.length, colon), password: text.slice(colon + 1) };
}

/** The refusal of bad credentials, word for word as clients compare it. */
export function invalidCredentials(): InterfaceError {
  return new InterfaceError('REQUEST_REJECTED', 'Invalid credentials.', {
    status: 401,
    headers: { 'WWW-Authenticate': 'Basic realm="Turnpike", charset="UTF-8"' },
  });
}

export class Authenticator {
  readonly #merchants: Merchants;
  readonly #key = randomBytes(32).toString('hex');
  readonly #known = new Map<string, { digest: Buffer; passwordHash: string }>();
  readonly #failures = new RateLimiterMemory({ points: FAILURES_MAX, duration: FAILURES_PER_SECONDS });
  readonly #underWay = new Map<string, Promise<boolean>>();
  #checking = 0;

  constructor(merchants: Merchants) {
    this.#merchants = merchants;
  }

  /**
   * @param header `Authorization` @param merchantId of the address: another merchant's credentials do not open it
   * @param remoteAddress of the caller, for counting wrong tries
   * @throws InterfaceError 401 for bad credentials, 403 after too many
   */
  async merchant(header: string | undefined, merchantId: string, remoteAddress: string): Promise<Merchant> {
    const credentials = basicCredentials(header);
    if (credentials === undefined || credentials.merchantId !== merchantId) throw invalidCredentials();
    const merchant = await this.#merchants.find(merchantId);
    const digest = hash('sha256', `${this.#key}${credentials.password}`, 'buffer');
    const known = this.#known.get(merchantId);
    if (
      merchant !== undefined &&
      known !== undefined &&
      known.passwordHash === merchant.passwordHash &&
      timingSafeEqual(known.digest, digest)
    ) {
      return merchant;
    }
    await this.#refuseGuesser(merchantId, remoteAddress);
    if (
      !(await this.#checkOnce(
        `${merchantId} ${merchant?.passwordHash} ${digest.toString('base64')}`,
        credentials.password,
        merchant?.passwordHash,
      )) ||
      merchant?.passwordHash == null
    ) {
      await this.#failures.penalty(guesser(merchantId, remoteAddress));
      throw invalidCredentials();
    }
    if (this.#known.size >= REMEMBERED_MAX) this.#known.clear();
    this.#known.set(merchantId, { digest, passwordHash: merchant.passwordHash });
    return merchant;
  }

  async #refuseGuesser(merchantId: string, remoteAddress: string): Promise<void> {
    const failures = await this.#failures.get(guesser(merchantId, remoteAddress));
    if (failures === null || failures.consumedPoints < FAILURES_MAX) return;
    const seconds = Math.ceil(failures.msBeforeNext / 1_000);
    throw new InterfaceError('REQUEST_REJECTED', `Too many failed attempts. Try again in ${seconds} seconds.`, {
      headers: { 'Retry-After': seconds.toString() },
    });
  }

  /** A merchant's first burst after a start brings one password many times: one check answers all of it. */
  #checkOnce(name: string, password: string, stored: string | null | undefined): Promise<boolean> {
    const running = this.#underWay.get(name);
    if (running !== undefined) return running;
    const check = this.#check(password, stored).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, check);
    return check;
  }

  async #check(password: string, stored: string | null | undefined): Promise<boolean> {
    if (this.#checking >= CHECKS_AT_ONCE_MAX) {
      throw new InterfaceError('SERVER_BUSY', 'Too many passwords are being checked. Try again.', {
        headers: { 'Retry-After': '1' },
      });
    }
    this.#checking += 1;
    try {
      return await passwordMatches(password, stored);
    } finally {
      this.#checking -= 1;
    }
  }
}

function guesser(merchantId: string, remoteAddress: string): string {
  return `${remoteAddress} ${merchantId}`;
}
