/**
 * Seals and opens card data, and makes the keyed hashes that replace it. Every sealed text begins with the id of its
 * data key (4 bytes), so that old texts open after a new data key was made.
 *
 * Keys change while processes run. A new key is announced first, and used by nobody before every live process holds it
 * (`key-watch.ts`), so that no process meets a text that it cannot open.
 */
import { createHmac } from 'node:crypto';
import type { DataKeys, Place, Sealer } from '../gateway/ports/index.ts';
import { addFirstKeys } from './first-keys.ts';
import { type HeldKey, KeyRing } from './key-ring.ts';
import { decrypt, encrypt, type KeyService, openAll } from './keys.ts';

const KEY_ID_BYTES = 4;
/**
 * A process that has not seen the keys for so long seals nothing: a key that nothing needs is destroyed, and this one
 * might still seal under it. Far below `DESTROYED_AFTER_MS`.
 */
const UNSEEN_MS_MAX = 10 * 60_000;

/** Hashes that nothing stores: a browser or an address carries them. Every other one is stored. */
const SIGNED: ReadonlySet<string> = new Set([
  'return state',
  'browser message PaReq',
  'browser message PaRes',
  'authentication state',
  'authentication status handle',
  'status handle',
  'failure indicator',
  'session key',
  'receipt mail',
]);

/** The http layer answers it as a store that is away: the same request may well succeed soon. */
export class KeysUnseenError extends Error {
  readonly code = 'STORE_UNAVAILABLE';
}

/** A key that seals the payer's cookie. */
export interface CookieKey {
  readonly id: number;
  readonly bytes: Buffer;
}

interface VaultOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export class Vault implements Sealer {
  readonly #ring: KeyRing;
  readonly #stored: DataKeys;
  readonly #uses = new Map<number, number>();
  /** Ids that were looked for in the store and not found. */
  readonly #absent = new Set<number>();
  #refreshing: Promise<readonly Error[]> | undefined;
  #seenAt = performance.now();

  private constructor(ring: KeyRing, stored: DataKeys) {
    this.#ring = ring;
    this.#stored = stored;
  }

  /**
   * @param keks key-encryption keys, newest first
   * @throws KeyServiceError when one of them cannot be reached, whatever is wrapped by it
   * @throws LackingKeyError when a stored data key is wrapped by none of them
   * @throws Error when one is damaged, or there is none although data was sealed
   */
  static async open(
    keks: readonly [KeyService, ...KeyService[]],
    stored: DataKeys,
    { now = Date.now }: VaultOptions = {},
  ): Promise<Vault> {
    await openAll(keks);
    await addFirstKeys(keks, stored, now());
    const vault = new Vault(new KeyRing(keks, now), stored);
    const [problem] = await vault.refresh();
    if (problem !== undefined) {
      throw problem;
    }
    return vault;
  }

  /** Every key up to this id is held. */
  get heldUpTo(): number {
    return this.#ring.heldUpTo;
  }

  get kekIds(): readonly string[] {
    return this.#ring.kekIds;
  }

  /** @param place what the text belongs to, e.g. `session 12 card`; it opens there only */
  seal(plain: string, place: Place): Buffer {
    if (performance.now() - this.#seenAt > UNSEEN_MS_MAX) {
      throw new KeysUnseenError('The keys in the store could not be read for ten minutes: nothing is sealed.');
    }
    const key = this.#ring.inUse('SEAL');
    const sealed = encrypt(key.bytes, Buffer.from(plain, 'utf8'), textOf(place, key), KEY_ID_BYTES);
    sealed.writeUInt32BE(key.id);
    this.#uses.set(key.id, (this.#uses.get(key.id) ?? 0) + 1);
    return sealed;
  }

  /** @throws when it was not sealed for this place by a key we hold */
  open(sealed: Uint8Array, place: Place): string {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const id = bytes.readUInt32BE(0);
    const key = this.#ring.byId(id);
    if (key === undefined || key.purpose !== 'SEAL') {
      throw this.#notHere(id);
    }
    return decrypt(key.bytes, bytes.subarray(KEY_ID_BYTES), textOf(place, key)).toString('utf8');
  }

  /** HMAC-SHA-256, 32 bytes, by the key in use. `purpose` separates hashes of different use. */
  hash(purpose: string, text: string): Buffer {
    return digest(this.#ring.inUse(keyPurpose(purpose)), purpose, text);
  }

  /** The same by every key that is held, the one in use first. */
  hashes(purpose: string, text: string): readonly Buffer[] {
    return this.#ring.all(keyPurpose(purpose)).map((key) => digest(key, purpose, text));
  }

  /** The same by the key that was in use at this time. */
  hashAt(purpose: string, text: string, at: number): Buffer {
    const key = this.#ring.inUseAt(keyPurpose(purpose), at) ?? this.#ring.inUse(keyPurpose(purpose));
    return digest(key, purpose, text);
  }

  /** The key that makes what is hashed now and stored. */
  get hashKeyId(): number {
    return this.#ring.inUse('HASH').id;
  }

  /** The keys of `hashes` of what is stored, in the same order. */
  get hashKeyIds(): readonly number[] {
    return this.#ring.all('HASH').map(({ id }) => id);
  }

  cookieKeys(): { readonly inUse: CookieKey | undefined; readonly all: readonly CookieKey[] } {
    return { inUse: this.#ring.inUseYet('COOKIE'), all: this.#ring.all('COOKIE') };
  }

  /** The id of the key that a text was sealed under. */
  static keyOf(sealed: Uint8Array): number {
    return Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).readUInt32BE(0);
  }

  /** Whether it begins with the id of a data key that is held. */
  isSealedByDataKey(sealed: Uint8Array): boolean {
    return this.#ring.byId(Vault.keyOf(sealed))?.purpose === 'SEAL';
  }

  /** The id of the key that seals now. */
  get sealKeyId(): number {
    return this.#ring.inUse('SEAL').id;
  }

  /**
   * Takes the keys that are stored now.
   * @returns why a key cannot be held; those that were held are held on
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

  /** How often each key has sealed since the last call. */
  takeUses(): ReadonlyMap<number, number> {
    const taken = new Map(this.#uses);
    this.#uses.clear();
    return taken;
  }

  /** A net below the announcement: whoever meets an unknown key looks once, and may be asked again soon. */
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

function textOf(place: Place, { isBound }: HeldKey): string {
  if (typeof place === 'string') {
    return place;
  }
  return isBound ? place.bound : place.before;
}

function keyPurpose(purpose: string): 'HASH' | 'STATE' {
  return SIGNED.has(purpose) ? 'STATE' : 'HASH';
}

function digest({ bytes }: HeldKey, purpose: string, text: string): Buffer {
  return createHmac('sha256', bytes).update(`${purpose}\0${text}`).digest();
}
