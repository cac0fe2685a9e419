/**
 * Authenticates the caller: HTTP Basic, user `merchant.<id>`, password the merchant's API password; or a certificate
 * whose fingerprint is in the merchant's profile.
 *
 * scrypt is slow on purpose, so a password that matched once is cached as a keyed digest. The key exists only in this
 * process; the next request with that password costs one hash. A wrong password is counted per merchant and remote
 * address. After ten wrong ones that pair is throttled. Behind a proxy all callers have one address, so the throttle
 * still accepts a right password, and a cached password never meets it.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { InterfaceError } from '../contract/interface-error.ts';
import type { Merchant, Merchants } from '../gateway/merchant.ts';
import { passwordMatches } from './passwords.ts';
import { Throttle } from './throttle.ts';

/** Modelled on PCI DSS 8.3.4: ten wrong passwords in thirty minutes, then a countermeasure. */
const GUESSES_MAX = 10;
const GUESSES_PER_SECONDS = 30 * 60;
/**
 * One guess a second finds nothing among 128 random bits, and a merchant's right password waits seconds, not minutes.
 */
const THROTTLE_PAUSE_MS = 1_000;
/** The last of them waits this many pauses: well within an HTTP client's timeout. */
const THROTTLE_WAITING_MAX = 10;
/** All unknown callers together at one moment: scrypt must not occupy every thread that known callers need. */
const CHECKS_AT_ONCE_MAX = 16;
const REMEMBERED_MAX = 10_000;
/** The longest id that a profile allows. A longer one belongs to no merchant, and need not be counted. */
const MERCHANT_ID_CHARACTERS_MAX = 40;

const BASIC = /^Basic ([A-Za-z0-9+/]+={0,2})$/i;

export interface Credentials {
  readonly merchantId: string;
  readonly password: string;
}

/** @returns undefined when the header is absent or is not `merchant.<id>:<password>` */
export function basicCredentials(header: string | undefined): Credentials | undefined {
  const encoded = BASIC.exec(header ?? '')?.[1];
  if (encoded === undefined) {
    return undefined;
  }
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0 || !text.startsWith('merchant.')) {
    return undefined;
  }
  return { merchantId: text.slice('merchant.'.length, colon), password: text.slice(colon + 1) };
}

/** The text is fixed: clients compare it. */
export function invalidCredentials(): InterfaceError {
  return new InterfaceError('INVALID_REQUEST', 'Invalid credentials.', {
    status: 401,
    headers: { 'WWW-Authenticate': 'Basic realm="Turnpike", charset="UTF-8"' },
  });
}

/**
 * Whether a certificate is one of the merchant's. Fingerprints are public, so the comparison needs no constant time.
 *
 * @param certificate SHA-256 fingerprint in lower-case hex
 */
export function ownsCertificate({ profile }: Merchant, certificate: string): boolean {
  return profile.certificates.some((fingerprint) => fingerprint.toLowerCase() === certificate);
}

function tooManyGuesses(): InterfaceError {
  const seconds = Math.ceil((THROTTLE_PAUSE_MS * THROTTLE_WAITING_MAX) / 1_000);
  return new InterfaceError('REQUEST_REJECTED', `Too many failed attempts. Try again in ${seconds} seconds.`, {
    headers: { 'Retry-After': seconds.toString() },
  });
}

export class Authenticator {
  readonly #merchants: Merchants;
  readonly #key = randomBytes(32).toString('hex');
  readonly #known = new Map<string, { digest: Buffer; passwordHash: string }>();
  readonly #guesses = new RateLimiterMemory({ points: GUESSES_MAX, duration: GUESSES_PER_SECONDS });
  readonly #throttle = new Throttle({ pauseMs: THROTTLE_PAUSE_MS, waitingMax: THROTTLE_WAITING_MAX });
  readonly #inFlight = new Map<string, Promise<boolean>>();
  #checking = 0;

  constructor(merchants: Merchants) {
    this.#merchants = merchants;
  }

  /**
   * @param header `Authorization` @param merchantId of the address: another merchant's credentials do not open it
   * @param remoteAddress of the caller, for counting wrong passwords
   * @throws InterfaceError 401 for bad credentials, 403 for bad ones after too many, 503 when too many are being
   *   checked
   */
  async merchant(header: string | undefined, merchantId: string, remoteAddress: string): Promise<Merchant> {
    const credentials = basicCredentials(header);
    if (credentials?.merchantId !== merchantId || merchantId.length > MERCHANT_ID_CHARACTERS_MAX) {
      throw invalidCredentials();
    }
    const { password } = credentials;
    const merchant = await this.#merchants.find(merchantId);
    const passwordHash = merchant?.passwordHash;
    const digest = hash('sha256', `${this.#key}${password}`, 'buffer');
    const known = this.#known.get(merchantId);
    if (
      merchant !== undefined &&
      known !== undefined &&
      known.passwordHash === passwordHash &&
      timingSafeEqual(known.digest, digest)
    ) {
      return merchant;
    }
    const guesser = `${remoteAddress} ${merchantId}`;
    const name = `${guesser} ${passwordHash} ${digest.toString('base64')}`;
    const right = await this.#once(name, () => this.#guess(guesser, password, passwordHash));
    if (!right || merchant === undefined || passwordHash == null) {
      throw invalidCredentials();
    }
    if (this.#known.size >= REMEMBERED_MAX) {
      this.#known.clear();
    }
    this.#known.set(merchantId, { digest, passwordHash });
    return merchant;
  }

  /**
   * The merchant of the address, if the caller's certificate is in its profile. A certificate cannot be guessed, so
   * nothing is counted.
   *
   * @param certificate SHA-256 fingerprint in lower-case hex, of a certificate that the caller proved to hold
   */
  async owner(certificate: string, merchantId: string): Promise<Merchant | undefined> {
    if (merchantId.length > MERCHANT_ID_CHARACTERS_MAX) {
      return undefined;
    }
    const merchant = await this.#merchants.find(merchantId);
    return merchant !== undefined && ownsCertificate(merchant, certificate) ? merchant : undefined;
  }

  /**
   * Single-flight: a merchant's first burst after a start sends one password many times, and one check answers all of
   * it.
   */
  #once(name: string, check: () => Promise<boolean>): Promise<boolean> {
    const running = this.#inFlight.get(name);
    if (running !== undefined) {
      return running;
    }
    const started = check().finally(() => this.#inFlight.delete(name));
    this.#inFlight.set(name, started);
    return started;
  }

  /**
   * Counted before the check, so that concurrent guesses count too. A right password, or one not checked, is uncounted.
   */
  async #guess(guesser: string, password: string, stored: string | null | undefined): Promise<boolean> {
    const { consumedPoints } = await this.#guesses.penalty(guesser);
    const slow = consumedPoints > GUESSES_MAX;
    const check = () => this.#check(password, stored);
    let right: boolean | undefined;
    try {
      right = await (slow ? this.#throttle.run(guesser, check) : check());
    } catch (error) {
      await this.#guesses.reward(guesser);
      throw error;
    }
    if (right) {
      await this.#guesses.reward(guesser);
    } else if (slow) {
      throw tooManyGuesses();
    }
    return right === true;
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
