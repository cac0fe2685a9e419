/**
 * Encrypts and decrypts card data, and computes the keyed hashes that replace it. Every ciphertext begins with the id
 * of its data key (4 bytes), so that old ones can be decrypted after a key rotation.
 *
 * Keys change while processes run. A new key is announced first, and used only after every live process has loaded it
 * (`key-watch.ts`), so that every process can decrypt the ciphertexts of the others.
 */
import { createHmac } from 'node:crypto';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { DataKeys, Sealer, SealPlace } from '../../core/ports/index.ts';
import { decrypt, encrypt } from '../../platform/aes-gcm.ts';
import { addFirstKeys } from './first-keys.ts';
import { type HeldKey, KeyRing } from './key-ring.ts';
import { type KeyService, openAll } from './keys.ts';

const KEY_ID_BYTES = 4;
/**
 * The time after which a process that could not read the keys stops encrypting: another process may destroy a retired
 * key, and this process might still encrypt under it. Far below `DESTROYED_AFTER_MS`.
 */
const UNSEEN_MS_MAX = 10 * MINUTE_MS;

/** The purposes of hashes that are only in browsers, mails and URLs. All other hashes are stored. */
const SIGNATURE_PURPOSES: ReadonlySet<string> = new Set([
  'return state',
  'browser message PaReq',
  'browser message PaRes',
  'authentication state',
  'authentication status handle',
  'status handle',
  'failure indicator',
  'session key',
  'receipt mail',
  'saved cards link',
  'support code',
  'return receipt',
]);

/** The HTTP layer responds as if the store were unavailable, because a retry may soon succeed. */
export class KeysUnseenError extends Error {
  readonly code = 'STORE_UNAVAILABLE';
}

/** A key that encrypts the payer's cookie. */
export interface CookieKey {
  readonly id: number;
  readonly bytes: Buffer;
}

interface VaultOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** The vault whose keys sign return receipts, where another store's keys are published. Absent: this one. */
  readonly signer?: Vault | undefined;
}

/** Signatures that anyone can verify, by published keys. */
const PUBLIC_SIGNATURE = 'return receipt';

export class Vault implements Sealer {
  readonly #ring: KeyRing;
  readonly #stored: DataKeys;
  readonly #uses = new Map<number, number>();
  /** Ids that were looked up in the store without success. */
  readonly #absent = new Set<number>();
  readonly #signer: Vault;
  #refreshing: Promise<readonly Error[]> | undefined;
  #seenAt = performance.now();

  private constructor(ring: KeyRing, stored: DataKeys, signer: Vault | undefined) {
    this.#ring = ring;
    this.#stored = stored;
    this.#signer = signer ?? this;
  }

  /**
   * @param keks key-encryption keys, newest first
   * @throws KeyServiceError if a key is unavailable, even if it is unused
   * @throws LackingKeyError if a stored data key is wrapped by a key that is not in `keks`
   * @throws Error if a data key is damaged, or if encrypted data exists without data keys
   */
  static async open(
    keks: readonly [KeyService, ...KeyService[]],
    stored: DataKeys,
    { now = Date.now, signer }: VaultOptions = {},
  ): Promise<Vault> {
    await openAll(keks);
    await addFirstKeys(keks, stored, now());
    const vault = new Vault(new KeyRing(keks, now), stored, signer);
    const [problem] = await vault.refresh();
    if (problem !== undefined) {
      throw problem;
    }
    return vault;
  }

  /** All keys up to this id are loaded. */
  get heldUpTo(): number {
    return this.#ring.heldUpTo;
  }

  get kekIds(): readonly string[] {
    return this.#ring.kekIds;
  }

  /**
   * @param place the record that the text belongs to, such as `session 12 card`; it can be decrypted only for this
   *   record
   */
  seal(plain: string, place: SealPlace): Buffer {
    if (performance.now() - this.#seenAt > UNSEEN_MS_MAX) {
      throw new KeysUnseenError('The keys in the store could not be read for ten minutes: nothing is sealed.');
    }
    const key = this.#ring.inUse('SEAL');
    const sealed = encrypt(key.bytes, Buffer.from(plain, 'utf8'), textOf(place, key), KEY_ID_BYTES);
    sealed.writeUInt32BE(key.id);
    this.#uses.set(key.id, (this.#uses.get(key.id) ?? 0) + 1);
    return sealed;
  }

  /** @throws Error if the text was encrypted for another place, or under a key that is not loaded */
  open(sealed: Uint8Array, place: SealPlace): string {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const id = bytes.readUInt32BE(0);
    const key = this.#ring.byId(id);
    if (key === undefined || key.purpose !== 'SEAL') {
      throw this.#notHere(id);
    }
    return decrypt(key.bytes, bytes.subarray(KEY_ID_BYTES), textOf(place, key)).toString('utf8');
  }

  /** HMAC-SHA-256, 32 bytes, with the key in use. `purpose` separates hashes of different uses. */
  hash(purpose: string, text: string): Buffer {
    return digest(this.#ringFor(purpose).inUse(keyPurpose(purpose)), purpose, text);
  }

  /** Like `hash`, with every loaded key, first with the key in use. */
  hashes(purpose: string, text: string): readonly Buffer[] {
    return this.#ringFor(purpose)
      .all(keyPurpose(purpose))
      .map((key) => digest(key, purpose, text));
  }

  #ringFor(purpose: string): KeyRing {
    return purpose === PUBLIC_SIGNATURE ? this.#signer.#ring : this.#ring;
  }

  /** Like `hash`, with the key that was in use at this time. */
  hashAt(purpose: string, text: string, at: number): Buffer {
    const key = this.#ring.inUseAt(keyPurpose(purpose), at) ?? this.#ring.inUse(keyPurpose(purpose));
    return digest(key, purpose, text);
  }

  /** The id of the key for hashes that are stored. */
  get hashKeyId(): number {
    return this.#ring.inUse('HASH').id;
  }

  /** The ids of the keys of `hashes`, for hashes that are stored, in the same order. */
  get hashKeyIds(): readonly number[] {
    return this.#ring.all('HASH').map(({ id }) => id);
  }

  cookieKeys(): { readonly inUse: CookieKey | undefined; readonly all: readonly CookieKey[] } {
    return { inUse: this.#ring.inUseYet('COOKIE'), all: this.#ring.all('COOKIE') };
  }

  /** The id of the key that a text was encrypted under. */
  static keyOf(sealed: Uint8Array): number {
    return Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).readUInt32BE(0);
  }

  /** True if the ciphertext begins with the id of a loaded data key. */
  isSealedByDataKey(sealed: Uint8Array): boolean {
    return this.#ring.byId(Vault.keyOf(sealed))?.purpose === 'SEAL';
  }

  /** The id of the key that is used for encryption now. */
  get sealKeyId(): number {
    return this.#ring.inUse('SEAL').id;
  }

  /**
   * Loads the keys that are stored now.
   * @returns an error for each key that could not be loaded; loaded keys stay loaded
   */
  refresh(): Promise<readonly Error[]> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<readonly Error[]> {
    const began = performance.now();
    const problems = await this.#ring.load(await this.#stored.all());
    this.#seenAt = began;
    return problems;
  }

  /** Number of encryptions by each key since the last call. */
  takeUses(): ReadonlyMap<number, number> {
    const taken = new Map(this.#uses);
    this.#uses.clear();
    return taken;
  }

  /**
   * The error for a key that is not loaded, in case this process missed its announcement. Looks for the key in the
   * store once, and until then returns an error after which the caller may retry.
   */
  #notHere(id: number): Error {
    const message = 'Sealed under a data key that is not here.';
    if (this.#absent.has(id)) {
      return new Error(message);
    }
    this.refresh().then(
      () => this.#ring.byId(id) ?? this.#absent.add(id),
      () => undefined,
    );
    return new KeysUnseenError(message);
  }
}

function textOf(place: SealPlace, { isBound }: HeldKey): string {
  if (typeof place === 'string') {
    return place;
  }
  return isBound ? place.bound : place.before;
}

function keyPurpose(purpose: string): 'HASH' | 'STATE' {
  return SIGNATURE_PURPOSES.has(purpose) ? 'STATE' : 'HASH';
}

function digest({ bytes }: HeldKey, purpose: string, text: string): Buffer {
  return createHmac('sha256', bytes).update(`${purpose}\0${text}`).digest();
}
