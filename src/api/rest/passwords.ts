/**
 * API passwords at rest.
 *
 * A password from `newPassword` has 128 random bits, so it cannot be guessed and needs no slow hash: its HMAC-SHA-256
 * under a key of the vault is stored, and a check takes microseconds. A password that a person chose may be in a
 * dictionary, so its hash is slow: scrypt, stored with its parameters and an 8-bit tag under the vault's key. The tag
 * detects most wrong passwords without the slow check, so that guessing cannot occupy it.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** The scrypt parameters that OWASP lists first. A check takes 128 MiB of memory. */
const COST = 2 ** 17;
const BLOCK_SIZE = 8;
/** Memory limit of scrypt: twice its need with these parameters. Node's default limit is 32 MiB. */
const MEMORY_BYTES_MAX = 256 * 1024 * 1024;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Random bytes of a generated password, which is their hex text. */
const PASSWORD_BYTES = 16;
const GENERATED_PASSWORD = /^[0-9a-f]{32}$/;
/**
 * Length of a tag, which detects 255 of 256 wrong passwords. An attacker with both the database and the key can try a
 * list 256 times as fast; the database alone gives no advantage.
 */
const TAG_BYTES = 1;

/** `Vault.hash`: an HMAC under a key that is not stored in the database. */
export type KeyedHash = (purpose: string, text: string) => Uint8Array;

/** A keyed hash with key rotation. */
export interface ChangingHash {
  /** Under the current key. */
  readonly hash: KeyedHash;
  /** Under every loaded key. */
  readonly hashes: (purpose: string, text: string) => readonly Uint8Array[];
  /** The id of the current key, which is appended to a stored hash. */
  readonly keyId: () => number;
}

/** SLOW: only the slow check can decide. */
export type QuickVerdict = 'RIGHT' | 'WRONG' | 'SLOW';

type PasswordHash = (
  | { readonly kind: 'KEYED'; readonly digest: Buffer }
  | {
      readonly kind: 'SCRYPT';
      readonly cost: number;
      readonly salt: Buffer;
      readonly hash: Buffer;
      /** A tag of some bits, or the whole digest. Absent in hashes of older releases. */
      readonly tag?: Buffer;
    }
) & {
  /** The key of the hash. Absent in hashes of older releases, which used the first key. */
  readonly keyId?: number;
};

export function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('hex');
}

export class Passwords {
  readonly #keyed: Omit<ChangingHash, 'keyId'> & { readonly keyId?: () => number };

  /** @param keyed a function if the key is not rotated */
  constructor(keyed: ChangingHash | KeyedHash) {
    this.#keyed =
      typeof keyed === 'function' ? { hash: keyed, hashes: (purpose, text) => [keyed(purpose, text)] } : keyed;
  }

  /** @returns the hash to store for this merchant's password: a keyed hash of a generated one, otherwise a slow one */
  async hash(merchantId: string, password: string): Promise<string> {
    if (GENERATED_PASSWORD.test(password)) {
      return this.#withKeyId(['hmac-sha256', base64(this.#digest(merchantId, password))]);
    }
    const salt = randomBytes(SALT_BYTES);
    const hash = await derive(password, salt, COST);
    const parts = [salt, hash, this.#tag(merchantId, password)].map(base64);
    return this.#withKeyId(['scrypt', `${COST}`, ...parts]);
  }

  /** Takes microseconds and constant time. Without a stored hash it takes equally long and returns WRONG. */
  checkQuickly(merchantId: string, password: string, stored: string | null | undefined): QuickVerdict {
    const known = parseHash(stored);
    if (known?.kind === 'SCRYPT' && known.tag?.length !== HASH_BYTES) {
      const isOut = known.tag !== undefined && !isOneOf(this.#tags(merchantId, password), known.tag);
      return isOut ? 'WRONG' : 'SLOW';
    }
    const digests = this.#keyed.hashes(PASSWORD, hashedText(merchantId, password));
    const expected = known?.kind === 'SCRYPT' ? known.tag : known?.digest;
    return isOneOf(digests, expected ?? Buffer.alloc(HASH_BYTES)) && expected !== undefined ? 'RIGHT' : 'WRONG';
  }

  /** Checks a password for which `checkQuickly` returned SLOW. Takes up to half a second of processor time. */
  async checkSlowly(password: string, stored: string | null | undefined): Promise<boolean> {
    const known = parseHash(stored);
    return known?.kind === 'SCRYPT' && isSameDigest(await derive(password, known.salt, known.cost), known.hash);
  }

  async matches(merchantId: string, password: string, stored: string | null | undefined): Promise<boolean> {
    const verdict = this.checkQuickly(merchantId, password, stored);
    return verdict === 'SLOW' ? this.checkSlowly(password, stored) : verdict === 'RIGHT';
  }

  /**
   * Returns the hash that should replace that of a correct password, or undefined if it is up to date. A generated
   * password that an older release hashed slowly gets the keyed hash appended, so that further checks are fast and a
   * process of the older release, during an upgrade, can still read it. A keyed hash or a tag under a retired key is
   * replaced by one under the current key.
   */
  renewedHash(merchantId: string, password: string, stored: string): string | undefined {
    const known = parsedHash(stored);
    if (known?.kind === 'KEYED') {
      return this.#isByKeyInUse(known)
        ? undefined
        : this.#withKeyId(['hmac-sha256', base64(this.#digest(merchantId, password))]);
    }
    if (known === undefined) {
      return undefined;
    }
    const isMade = GENERATED_PASSWORD.test(password);
    const lacksKeyed = isMade && known.tag?.length !== HASH_BYTES;
    if (!lacksKeyed && (known.tag === undefined || this.#isByKeyInUse(known))) {
      return undefined;
    }
    const [scheme = '', cost = '', salt = '', hash = ''] = stored.split('$');
    const tag = isMade ? this.#digest(merchantId, password) : this.#tag(merchantId, password);
    return this.#withKeyId([scheme, cost, salt, hash, base64(tag)]);
  }

  #isByKeyInUse({ keyId }: PasswordHash): boolean {
    return this.#keyed.keyId === undefined || this.#keyed.keyId() === keyId;
  }

  #withKeyId(parts: readonly string[]): string {
    return [...parts, ...(this.#keyed.keyId === undefined ? [] : [this.#keyed.keyId()])].join('$');
  }

  #digest(merchantId: string, password: string): Buffer {
    return Buffer.from(this.#keyed.hash(PASSWORD, hashedText(merchantId, password)));
  }

  #tag(merchantId: string, password: string): Buffer {
    return tagOf(this.#keyed.hash(TAG, hashedText(merchantId, password)));
  }

  #tags(merchantId: string, password: string): readonly Buffer[] {
    return this.#keyed.hashes(TAG, hashedText(merchantId, password)).map(tagOf);
  }
}

const PASSWORD = 'api password';
const TAG = 'api password tag';

function hashedText(merchantId: string, password: string): string {
  return `${merchantId} ${password.normalize('NFC')}`;
}

function tagOf(digest: Uint8Array): Buffer {
  return Buffer.from(digest.subarray(0, TAG_BYTES));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** The key of a stored password's hash. Undefined if it used the very first key, or no key. */
export function hashKeyOf(stored: string): number | undefined {
  return parseHash(stored)?.keyId;
}

/**
 * Replaces the id of the key, for the same key under another id.
 *
 * @param idOf called with the present id; undefined for the very first key
 */
export function withHashKey(stored: string, idOf: (keyId: number | undefined) => number | undefined): string {
  if (!isKeyedHash(stored)) {
    return stored;
  }
  const keyId = hashKeyOf(stored);
  const bare = keyId === undefined ? stored : stored.slice(0, stored.lastIndexOf('$'));
  const id = idOf(keyId);
  return id === undefined ? stored : `${bare}$${id}`;
}

/** Whether a stored password's hash used a key. */
export function isKeyedHash(stored: string): boolean {
  const known = parseHash(stored);
  return known?.kind === 'KEYED' || known?.tag !== undefined;
}

/** The parsed hashes by their texts. */
const parsedHashes = new Map<string, PasswordHash | undefined>();
const PARSED_HASHES_MAX = 1_000;

/** Like `parseHash`, but caches the result, since each login of a merchant reads the same hash. */
function parsedHash(stored: string): PasswordHash | undefined {
  if (!parsedHashes.has(stored)) {
    if (parsedHashes.size >= PARSED_HASHES_MAX) {
      parsedHashes.clear();
    }
    parsedHashes.set(stored, parseHash(stored));
  }
  return parsedHashes.get(stored);
}

/** @returns undefined for a text that is not a known hash */
function parseHash(stored: string | null | undefined): PasswordHash | undefined {
  const [scheme, ...parts] = (stored ?? '').split('$');
  if (scheme === 'hmac-sha256') {
    const digest = Buffer.from(parts[0] ?? '', 'base64');
    return digest.length === HASH_BYTES ? { kind: 'KEYED', digest, ...keyIdIn(parts[1]) } : undefined;
  }
  const [cost, salt, hash, tag, keyId] = parts;
  if (scheme !== 'scrypt' || cost === undefined || salt === undefined || hash === undefined) {
    return undefined;
  }
  return {
    kind: 'SCRYPT',
    cost: Number(cost),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
    tag: tag === undefined ? undefined : Buffer.from(tag, 'base64'),
    ...keyIdIn(keyId),
  };
}

function keyIdIn(text: string | undefined): { keyId?: number } {
  return text === undefined ? {} : { keyId: Number(text) };
}

/** Compares with every candidate, so that the time does not reveal which one matched. */
function isOneOf(candidates: readonly Uint8Array[], expected: Uint8Array): boolean {
  return candidates.reduce((found, candidate) => isSameDigest(candidate, expected) || found, false);
}

function isSameDigest(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function derive(password: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  const options = { N: cost, r: BLOCK_SIZE, p: 1, maxmem: MEMORY_BYTES_MAX };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
