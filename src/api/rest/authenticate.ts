/**
 * Authenticates the caller by HTTP Basic with the user `merchant.<id>` and the merchant's API password, or by a
 * certificate whose fingerprint is in the merchant's profile.
 *
 * A correct password is accepted at once, even while others guess from the same address or at the same merchant:
 * budgets and delays apply to wrong passwords only. A former password is accepted until it ends; afterwards it is
 * refused, but does not count as a guess. Checks that need the slow hash run one after another. A password that matched
 * is cached as a keyed digest, under a key that exists only in this process, so that later checks cost one fast hash.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Merchant } from '../../core/index.ts';
import type { Merchants } from '../../core/ports/index.ts';
import { networkOf } from '../../platform/limits/index.ts';
import { type FailedLoginReason, invalidCredentials, tooManyChecks, tooManyGuesses } from './failed-login.ts';
import { type LoginLimits, loginLimits } from './login-limits.ts';
import type { Passwords } from './passwords.ts';

/**
 * Slow checks of one merchant, so that guessing at one merchant does not block the others. A correct password takes one
 * place, however often it is sent.
 */
const SLOW_CHECKS_PER_MERCHANT_MAX = 5;
/**
 * Slow checks of one merchant from one network, so that guessing from there leaves a place for the merchant's own
 * servers.
 */
const SLOW_CHECKS_PER_NETWORK_MAX = 2;
/** Cached digests of correct passwords, and of wrong ones that took a slow check. */
const REMEMBERED_MAX = 10_000;
/** The longest id that a profile allows. A longer one is refused without a lookup. */
const MERCHANT_ID_CHARACTERS_MAX = 40;

const BASIC = /^Basic ([A-Za-z0-9+/]+={0,2})$/i;
/**
 * RFC 7617 forbids control characters in user and password. Some hashes treat a password with trailing NULs as equal.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses.
const CONTROL_CHARACTERS = /[\x00-\x1f\x7f]/;

const NO_FORMER = { hash: undefined, until: Number.POSITIVE_INFINITY } as const;
export interface Credentials {
  readonly merchantId: string;
  readonly password: string;
}

/** @returns undefined if the header is absent or is not `merchant.<id>:<password>` in printable characters */
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
 * Whether a certificate belongs to the merchant. Fingerprints are public, so the comparison need not be constant-time.
 *
 * @param certificate SHA-256 fingerprint in lower-case hex
 */
export function ownsCertificate({ profile }: Merchant, certificate: string): boolean {
  return profile.certificates.some((fingerprint) => fingerprint.toLowerCase() === certificate);
}

/** BUSY: the check queue is full. ENDED: a former password that is no longer valid. */
type Verdict = 'BUSY' | 'ENDED' | 'RIGHT' | 'WRONG';

interface Caller {
  readonly from: string;
  readonly connection: object;
}

type StoredMerchant = NonNullable<Awaited<ReturnType<Merchants['find']>>>;

export interface AuthenticatorDependencies {
  readonly merchants: Merchants;
  readonly passwords: Passwords;
  /** Replaces the stored hash, unless it has changed meanwhile. */
  readonly rehash: (merchantId: string, before: string, after: string) => Promise<unknown>;
  /** Monotonic, in milliseconds. */
  readonly now: () => number;
  /** Epoch milliseconds, for the end of former passwords. */
  readonly wallClock: () => number;
}

export class Authenticator {
  readonly #dependencies: AuthenticatorDependencies;
  readonly #key = randomBytes(32).toString('hex');
  /** Matches no password. */
  readonly #nobody = randomBytes(32);
  /** Digests of correct passwords, by their stored hash. */
  readonly #right = new Map<string, Buffer>();
  /** A repeated wrong password needs no further slow check. */
  readonly #wrong = new Set<string>();
  readonly #limits: LoginLimits;

  /** @param limits of another store in this process, whose guesses count together with these */
  constructor(dependencies: AuthenticatorDependencies, limits?: Authenticator) {
    this.#dependencies = dependencies;
    this.#limits = limits === undefined ? loginLimits(dependencies.now) : limits.#limits;
  }

  /**
   * @param header `Authorization`
   * @param merchantId the id in the request's URL: credentials of another merchant are refused
   * @param from the caller's network address, by which wrong passwords are counted
   * @param connection the caller's connection, on which one delayed answer waits at a time
   * @throws FailedLogin 401 for a wrong password, 403 after too many wrong passwords, 503 if too many are being checked
   */
  async merchant(
    header: string | undefined,
    merchantId: string,
    from: string,
    connection: object = {},
  ): Promise<Merchant> {
    const credentials = basicCredentials(header);
    if (credentials === undefined) {
      throw invalidCredentials(header === undefined ? 'no_credentials' : 'malformed');
    }
    if (credentials.merchantId !== merchantId || merchantId.length > MERCHANT_ID_CHARACTERS_MAX) {
      throw invalidCredentials('other_merchant');
    }
    const merchant = await this.#dependencies.merchants.find(merchantId);
    const caller = { from, connection };
    const verdict = await this.#verdict(merchantId, credentials.password, merchant, from);
    if (verdict === 'BUSY') {
      return this.#refuseBusy(merchantId, caller);
    }
    if (verdict === 'ENDED') {
      throw invalidCredentials('ended_password');
    }
    if (merchant === undefined || verdict === 'WRONG') {
      return this.#refuse(merchant === undefined ? 'unknown_merchant' : 'wrong_password', merchantId, caller);
    }
    // The answer is the same as for a wrong password, since another answer would confirm the password to a guesser.
    return merchant.isDisabled ? this.#refuse('disabled', merchantId, caller) : merchant;
  }

  /**
   * Finds the merchant of the address if the caller's certificate is in its profile. Certificates cannot be guessed, so
   * failures are not counted.
   *
   * @param certificate SHA-256 fingerprint in lower-case hex, of a certificate that the caller has authenticated with
   */
  async owner(certificate: string, merchantId: string): Promise<Merchant | undefined> {
    if (merchantId.length > MERCHANT_ID_CHARACTERS_MAX) {
      return undefined;
    }
    const merchant = await this.#dependencies.merchants.find(merchantId);
    return merchant !== undefined && ownsCertificate(merchant, certificate) ? requireEnabled(merchant) : undefined;
  }

  async #verdict(
    merchantId: string,
    password: string,
    merchant: StoredMerchant | undefined,
    from: string,
  ): Promise<Verdict> {
    const digest = hash('sha256', `${this.#key}${password}`, 'buffer');
    const verdict = await this.#verdictOf(merchantId, password, merchant?.passwordHash ?? undefined, digest, from);
    return verdict === 'WRONG' ? this.#formerVerdict(merchantId, password, merchant, digest, from) : verdict;
  }

  /**
   * Compares with former passwords. Takes equally long for a merchant without former passwords, and for an unknown
   * merchant.
   */
  async #formerVerdict(
    merchantId: string,
    password: string,
    merchant: StoredMerchant | undefined,
    digest: Buffer,
    from: string,
  ): Promise<Verdict> {
    const { formerPasswords: former = [] } = merchant ?? {};
    const now = this.#dependencies.wallClock();
    for (const { hash: stored, until } of former.length === 0 ? [NO_FORMER] : former) {
      const verdict =
        until > now
          ? await this.#verdictOf(merchantId, password, stored, digest, from)
          : this.#dependencies.passwords.checkQuickly(merchantId, password, stored);
      if (verdict === 'RIGHT' || verdict === 'BUSY') {
        return until > now ? verdict : 'ENDED';
      }
    }
    return 'WRONG';
  }

  async #verdictOf(
    merchantId: string,
    password: string,
    passwordHash: string | undefined,
    digest: Buffer,
    from: string,
  ): Promise<Verdict> {
    // Always compared, so that the time does not reveal whether the merchant's password is cached.
    const known = this.#right.get(passwordHash ?? '');
    const isKnown = timingSafeEqual(known ?? this.#nobody, digest);
    if (isKnown && known !== undefined && passwordHash !== undefined) {
      await this.#renew(merchantId, password, passwordHash);
      return 'RIGHT';
    }
    const verdict = this.#dependencies.passwords.checkQuickly(merchantId, password, passwordHash);
    if (verdict === 'SLOW') {
      return this.#slowVerdict(merchantId, password, passwordHash as string, digest, from);
    }
    if (verdict === 'RIGHT') {
      this.#remember(digest, passwordHash as string);
      await this.#renew(merchantId, password, passwordHash as string);
    }
    return verdict;
  }

  async #slowVerdict(
    merchantId: string,
    password: string,
    passwordHash: string,
    digest: Buffer,
    from: string,
  ): Promise<Verdict> {
    const name = `${merchantId} ${passwordHash} ${digest.toString('base64')}`;
    if (this.#wrong.has(name)) {
      return 'WRONG';
    }
    const { passwords } = this.#dependencies;
    const right = await this.#limits.slowChecks.run(name, () => passwords.checkSlowly(password, passwordHash), [
      { name: merchantId, max: SLOW_CHECKS_PER_MERCHANT_MAX },
      { name: `${merchantId} ${networkOf(from)}`, max: SLOW_CHECKS_PER_NETWORK_MAX },
    ]);
    if (right === undefined) {
      return 'BUSY';
    }
    if (!right) {
      makeRoom(this.#wrong);
      this.#wrong.add(name);
      return 'WRONG';
    }
    this.#remember(digest, passwordHash);
    await this.#renew(merchantId, password, passwordHash);
    return 'RIGHT';
  }

  /** Stores a new hash of a correct password if its current hash is outdated. */
  async #renew(merchantId: string, password: string, passwordHash: string): Promise<void> {
    const better = this.#dependencies.passwords.renewedHash(merchantId, password, passwordHash);
    if (better !== undefined) {
      // If the store is unavailable, a later login tries again.
      await this.#dependencies.rehash(merchantId, passwordHash, better).catch(() => undefined);
    }
  }

  #remember(digest: Buffer, passwordHash: string): void {
    makeRoom(this.#right);
    this.#right.set(passwordHash, digest);
  }

  /** Runs after the check, so that a correct password is not counted. @throws FailedLogin always */
  async #refuse(reason: FailedLoginReason, merchantId: string, caller: Caller): Promise<never> {
    const overMs = this.#count(reason === 'unknown_merchant' ? undefined : merchantId, caller);
    if (overMs === 0) {
      throw invalidCredentials(reason);
    }
    const isKept = await this.#limits.waiting.wait(caller.from, caller.connection);
    throw tooManyGuesses(reason, Math.ceil(overMs / 1_000), !isKept);
  }

  /** Counts and delays refused checks like wrong passwords: a flood of checks is guessing. @throws FailedLogin 503 */
  async #refuseBusy(merchantId: string, caller: Caller): Promise<never> {
    const isKept =
      this.#count(merchantId, caller) === 0 || (await this.#limits.waiting.wait(caller.from, caller.connection));
    throw tooManyChecks(!isKept);
  }

  /**
   * @param merchantId undefined for an unknown merchant: invented ids would fill the table
   * @returns 0, or the milliseconds until a guess is allowed again
   */
  #count(merchantId: string | undefined, { from }: Caller): number {
    const ofMerchant = merchantId === undefined ? 0 : this.#limits.byMerchant.add(merchantId);
    return Math.max(this.#limits.byAddress.add(networkOf(from)), ofMerchant);
  }
}

/** Refuses a disabled merchant with the answer that a wrong password gets. @throws FailedLogin 401 */
export function requireEnabled(merchant: Merchant): Merchant {
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
