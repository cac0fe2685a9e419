/**
 * API passwords at rest.
 *
 * A password that `newPassword` made has 128 random bits. Nobody finds it by trying, so it needs no slow hash: an
 * HMAC-SHA-256 under a key of the vault is stored, and a check costs microseconds. A password that a person chose may
 * be one of a dictionary, so its hash is slow: scrypt, with its parameters beside it. Beside that hash stands an 8-bit
 * tag under the vault's key. It tells most wrong passwords without the slow check, so that guessing cannot occupy it.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** OWASP's first choice of scrypt parameters: 128 MiB a check. */
const COST = 2 ** 17;
const BLOCK_SIZE = 8;
/** Twice what that takes: Node's own limit is 32 MiB. */
const MEMORY_BYTES_MAX = 256 * 1024 * 1024;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** 128 bits, as hex. */
const PASSWORD_BYTES = 16;
const MADE = /^[0-9a-f]{32}$/;
/**
 * Of 256 wrong passwords 255 are found out by it. Whoever has both the database and the key can try a list 256 times as
 * fast as without it; whoever has the database alone learns nothing.
 */
const TAG_BYTES = 1;

/** `Vault.hash`: an HMAC under a key that is not in the database. */
export type KeyedHash = (purpose: string, text: string) => Uint8Array;

/** SLOW: only the slow check can tell. */
export type QuickVerdict = 'RIGHT' | 'WRONG' | 'SLOW';

type Stored =
  | { readonly kind: 'KEYED'; readonly digest: Buffer }
  | {
      readonly kind: 'SCRYPT';
      readonly cost: number;
      readonly salt: Buffer;
      readonly hash: Buffer;
      /** Of some bits, or the whole digest. Absent in hashes that older versions stored. */
      readonly tag?: Buffer;
    };

export function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('hex');
}

export class Passwords {
  readonly #keyedHash: KeyedHash;

  constructor(keyedHash: KeyedHash) {
    this.#keyedHash = keyedHash;
  }

  /** @returns what to store for this merchant's password: a keyed hash for one that was made, else a slow one */
  async hash(merchantId: string, password: string): Promise<string> {
    if (MADE.test(password)) {
      return ['hmac-sha256', this.#digest(merchantId, password).toString('base64')].join('$');
    }
    const salt = randomBytes(SALT_BYTES);
    const hash = await derive(password, salt, COST);
    const parts = [salt, hash, this.#tag(merchantId, password)].map((bytes) => bytes.toString('base64'));
    return ['scrypt', COST, ...parts].join('$');
  }

  /** In microseconds and in constant time. Without a stored hash it costs the same and is wrong. */
  quickly(merchantId: string, password: string, stored: string | null | undefined): QuickVerdict {
    const known = parsed(stored);
    if (known?.kind === 'SCRYPT' && known.tag?.length !== HASH_BYTES) {
      const isOut = known.tag !== undefined && !same(this.#tag(merchantId, password), known.tag);
      return isOut ? 'WRONG' : 'SLOW';
    }
    const digest = this.#digest(merchantId, password);
    const expected = known?.kind === 'SCRYPT' ? known.tag : known?.digest;
    return same(digest, expected ?? Buffer.alloc(HASH_BYTES)) && expected !== undefined ? 'RIGHT' : 'WRONG';
  }

  /** Where `quickly` says SLOW: takes up to half a second of a processor. */
  async slowly(password: string, stored: string | null | undefined): Promise<boolean> {
    const known = parsed(stored);
    return known?.kind === 'SCRYPT' && same(await derive(password, known.salt, known.cost), known.hash);
  }

  async matches(merchantId: string, password: string, stored: string | null | undefined): Promise<boolean> {
    const verdict = this.quickly(merchantId, password, stored);
    return verdict === 'SLOW' ? this.slowly(password, stored) : verdict === 'RIGHT';
  }

  /**
   * For a right password that was made, whose hash an older version stored: the same hash with the keyed one behind it,
   * so that further checks are quick. An older process beside this one, in an upgrade without downtime, reads the hash
   * as it was. Undefined where there is nothing to add.
   */
  withKeyedHash(merchantId: string, password: string, stored: string): string | undefined {
    if (parsed(stored)?.kind !== 'SCRYPT' || !MADE.test(password)) {
      return undefined;
    }
    const [scheme, cost, salt, hash] = stored.split('$');
    return [scheme, cost, salt, hash, this.#digest(merchantId, password).toString('base64')].join('$');
  }

  #digest(merchantId: string, password: string): Buffer {
    return Buffer.from(this.#keyedHash('api password', `${merchantId} ${password.normalize('NFC')}`));
  }

  #tag(merchantId: string, password: string): Buffer {
    const digest = this.#keyedHash('api password tag', `${merchantId} ${password.normalize('NFC')}`);
    return Buffer.from(digest.subarray(0, TAG_BYTES));
  }
}

/** @returns undefined for a text that this program cannot check */
function parsed(stored: string | null | undefined): Stored | undefined {
  const [scheme, ...parts] = (stored ?? '').split('$');
  if (scheme === 'hmac-sha256') {
    const digest = Buffer.from(parts[0] ?? '', 'base64');
    return digest.length === HASH_BYTES ? { kind: 'KEYED', digest } : undefined;
  }
  const [cost, salt, hash, tag] = parts;
  if (scheme !== 'scrypt' || cost === undefined || salt === undefined || hash === undefined) {
    return undefined;
  }
  return {
    kind: 'SCRYPT',
    cost: Number(cost),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
    ...(tag !== undefined && { tag: Buffer.from(tag, 'base64') }),
  };
}

function same(one: Uint8Array, other: Uint8Array): boolean {
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
