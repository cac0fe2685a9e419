/**
 * Authenticates the caller: HTTP Basic, user `merchant.<id>`, password the merchant's API password; or a certificate
 * whose fingerprint is in the merchant's profile.
 *
 * A right password passes at once, whoever else guesses from its address or at its merchant: budgets and delays are for
 * wrong ones. Where only a slow check can tell, callers wait for it one after another. A password that matched is then
 * cached as a keyed digest, whose key exists only in this process, and never waits again.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Merchant, Merchants } from '../gateway/merchant.ts';
import { type FailedLoginReason, invalidCredentials, tooManyChecks, tooManyGuesses } from './failed-login.ts';
import { GuessBudget, networkOf } from './guess-budget.ts';
import { OneAtATime } from './one-at-a-time.ts';
import type { Passwords } from './passwords.ts';

/** Modelled on PCI DSS 8.3.4: ten wrong passwords in thirty minutes, then a countermeasure. */
const GUESSES_PER_ADDRESS_MAX = 10;
/** Several people of one shop may mistype from several addresses; beyond this, somebody guesses from many. */
const GUESSES_PER_MERCHANT_MAX = 100;
const GUESSES_DRAIN_MS = 30 * 60_000;
/**
 * How long the answer to a wrong password waits, once there were too many. A client that waits for it guesses once a
 * second on each of its connections, instead of thousands of times.
 */
const ANSWER_DELAY_MS = 1_000;
/** Answers that wait at one moment. Beyond, an answer comes at once and its connection is closed. */
const DELAYED_MAX = 1_000;
/** What a `Retry-After` of a refused guess says. */
const RETRY_AFTER_SECONDS = 10;
/** Slow checks that wait, of all callers: twenty seconds of one processor. Beyond, callers get 503. */
const SLOW_CHECKS_MAX = 50;
/** Digests of right passwords and of wrong ones that took a slow check. */
const REMEMBERED_MAX = 10_000;
/** The longest id that a profile allows. A longer one belongs to no merchant, and need not be looked up. */
const MERCHANT_ID_CHARACTERS_MAX = 40;

const BASIC = /^Basic ([A-Za-z0-9+/]+={0,2})$/i;
/** RFC 7617 allows none in user or password. A hash may not tell a password from the same one with NULs behind it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses.
const CONTROL_CHARACTERS = /[\x00-\x1f\x7f]/;

export interface Credentials {
  readonly merchantId: string;
  readonly password: string;
}

/** @returns undefined when the header is absent or is not `merchant.<id>:<password>` in printable characters */
export function basicCredentials(header: string | undefined): Credentials | undefined {
  const encoded = BASIC.exec(header ?? '')?.[1];
  if (encoded === undefined) {
    return undefined;
  }
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0 || !text.startsWith('merchant.') || CONTROL_CHARACTERS.test(text)) {
    return undefined;
  }
  return { merchantId: text.slice('merchant.'.length, colon), password: text.slice(colon + 1) };
}

/**
 * Whether a certificate is one of the merchant's. Fingerprints are public, so the comparison needs no constant time.
 *
 * @param certificate SHA-256 fingerprint in lower-case hex
 */
export function ownsCertificate({ profile }: Merchant, certificate: string): boolean {
  return profile.certificates.some((fingerprint) => fingerprint.toLowerCase() === certificate);
}

type StoredMerchant = NonNullable<Awaited<ReturnType<Merchants['find']>>>;

export interface AuthenticatorDependencies {
  readonly merchants: Merchants;
  readonly passwords: Passwords;
  /** Replaces the stored hash, unless it was changed meanwhile. */
  readonly rehash: (merchantId: string, before: string, after: string) => Promise<unknown>;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
}

export class Authenticator {
  readonly #dependencies: AuthenticatorDependencies;
  readonly #key = randomBytes(32).toString('hex');
  /** By merchant. */
  readonly #right = new Map<string, { digest: Buffer; passwordHash: string }>();
  /** Repeating a wrong password costs no further slow check. */
  readonly #wrong = new Set<string>();
  readonly #byAddress: GuessBudget;
  readonly #byMerchant: GuessBudget;
  readonly #slowChecks = new OneAtATime(SLOW_CHECKS_MAX);
  #delayed = 0;

  constructor(dependencies: AuthenticatorDependencies) {
    this.#dependencies = dependencies;
    const common = { drainMs: GUESSES_DRAIN_MS, now: dependencies.now };
    this.#byAddress = new GuessBudget({ guesses: GUESSES_PER_ADDRESS_MAX, ...common });
    this.#byMerchant = new GuessBudget({ guesses: GUESSES_PER_MERCHANT_MAX, ...common });
  }

  /**
   * @param header `Authorization` @param merchantId of the address: another merchant's credentials do not open it
   * @param from the caller's address, for counting wrong passwords
   * @throws FailedLogin 401 for bad credentials, 403 for bad ones after too many, 503 when too many are being checked
   */
  async merchant(header: string | undefined, merchantId: string, from: string): Promise<Merchant> {
    const credentials = basicCredentials(header);
    if (credentials === undefined) {
      throw invalidCredentials(header === undefined ? 'no_credentials' : 'malformed');
    }
    if (credentials.merchantId !== merchantId || merchantId.length > MERCHANT_ID_CHARACTERS_MAX) {
      throw invalidCredentials('other_merchant');
    }
    const merchant = await this.#dependencies.merchants.find(merchantId);
    if (await this.#isRight(merchantId, credentials.password, merchant)) {
      return enabled(merchant as Merchant);
    }
    return this.#refuse(merchant === undefined ? 'unknown_merchant' : 'wrong_password', merchantId, from);
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
    const merchant = await this.#dependencies.merchants.find(merchantId);
    return merchant !== undefined && ownsCertificate(merchant, certificate) ? enabled(merchant) : undefined;
  }

  async #isRight(merchantId: string, password: string, merchant: StoredMerchant | undefined): Promise<boolean> {
    const passwordHash = merchant?.passwordHash;
    const verdict = this.#dependencies.passwords.quickly(merchantId, password, passwordHash);
    return verdict === 'SLOW' ? this.#isRightSlowly(merchantId, password, passwordHash as string) : verdict === 'RIGHT';
  }

  async #isRightSlowly(merchantId: string, password: string, passwordHash: string): Promise<boolean> {
    const digest = hash('sha256', `${this.#key}${password}`, 'buffer');
    const known = this.#right.get(merchantId);
    if (known?.passwordHash === passwordHash && timingSafeEqual(known.digest, digest)) {
      return true;
    }
    const name = `${merchantId} ${passwordHash} ${digest.toString('base64')}`;
    if (this.#wrong.has(name)) {
      return false;
    }
    const { passwords } = this.#dependencies;
    const right = await this.#slowChecks.run(name, () => passwords.slowly(password, passwordHash));
    if (right === undefined) {
      throw tooManyChecks();
    }
    makeRoom(right ? this.#right : this.#wrong);
    if (!right) {
      this.#wrong.add(name);
      return false;
    }
    this.#right.set(merchantId, { digest, passwordHash });
    const better = passwords.withKeyedHash(merchantId, password, passwordHash);
    if (better !== undefined) {
      // A store that cannot take it now is asked again at a later login.
      await this.#dependencies.rehash(merchantId, passwordHash, better).catch(() => undefined);
    }
    return true;
  }

  /** Counted after the check, so that a right password is never counted. @throws FailedLogin always */
  async #refuse(reason: FailedLoginReason, merchantId: string, from: string): Promise<never> {
    const spent = [this.#byAddress.isSpentBy(networkOf(from)), this.#byMerchant.isSpentBy(merchantId)];
    if (!spent.includes(true)) {
      throw invalidCredentials(reason);
    }
    if (this.#delayed >= DELAYED_MAX) {
      throw tooManyGuesses(reason, RETRY_AFTER_SECONDS, true);
    }
    this.#delayed += 1;
    await pause(ANSWER_DELAY_MS);
    this.#delayed -= 1;
    throw tooManyGuesses(reason, RETRY_AFTER_SECONDS, false);
  }
}

/** Whoever has the right credentials of a disabled merchant is told no more than a guesser. @throws FailedLogin 401 */
export function enabled(merchant: Merchant): Merchant {
  if (merchant.isDisabled) {
    throw invalidCredentials('disabled');
  }
  return merchant;
}

function makeRoom(remembered: { readonly size: number; clear(): void }): void {
  if (remembered.size >= REMEMBERED_MAX) {
    remembered.clear();
  }
}

/** Unreferenced, so that a waiting answer does not keep the process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
