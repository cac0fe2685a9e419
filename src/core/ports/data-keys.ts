/** The port that stores data keys, and which keys each process on the store has loaded. */

/**
 * The purpose of a key. SEAL seals stored data. HASH makes the stored keyed hashes: cards of tokens, request
 * fingerprints, passwords. STATE signs data that a browser carries, and identifiers in URLs. COOKIE seals the payer's
 * cookie.
 */
export type KeyPurpose = 'SEAL' | 'HASH' | 'STATE' | 'COOKIE';

export const KEY_PURPOSES: readonly KeyPurpose[] = ['SEAL', 'HASH', 'STATE', 'COOKIE'];

/** The maximum number of HASH keys in use. Look-ups compute the hash under each of them. */
export const HASH_KEYS_MAX = 4;

/** A data key as it is stored: encrypted by the key-encryption key `kek`. */
export interface WrappedDataKey {
  /** Unique across all purposes. */
  readonly id: number;
  readonly purpose: KeyPurpose;
  readonly kek: string;
  /** Empty once the key is destroyed. */
  readonly wrapped: Uint8Array;
  /**
   * True if the key is bound to its id, and its seals to merchant and record. Keys of older versions are not bound, and
   * their seals are bound to the record only.
   */
  readonly isBound: boolean;
  readonly createdAt: number;
  /**
   * The time from which the key is used for new data, milliseconds since 1970; null while the key is only announced.
   */
  readonly activeFrom: number | null;
  /** Approximate number of seal operations. */
  readonly uses: number;
  /** The time at which all data that can be re-encrypted had been moved to other keys. */
  readonly retiredAt: number | null;
  readonly destroyedAt: number | null;
}

/** A live process on the store, and the keys that it has loaded. */
export interface KeyHolder {
  readonly process: number;
  readonly heartbeats: number;
  readonly startedAt: number;
  /**
   * The process has loaded all keys up to this id. Null until the process has reported, and for processes of older
   * versions.
   */
  readonly held: number | null;
  /** The key-encryption keys of its settings, newest first. */
  readonly keks: readonly string[];
  /** The name of its machine, its process id there, and its build. Null or absent for processes of older versions. */
  readonly host?: string | null;
  readonly pid?: number | null;
  readonly build?: string | null;
}

export interface NewDataKey
  extends Pick<WrappedDataKey, 'activeFrom' | 'id' | 'isBound' | 'kek' | 'purpose' | 'wrapped'> {
  readonly createdAt: number;
}

/** Stores the wrapped data keys. */
export interface DataKeys {
  /** Returns all keys in the order of their ids. */
  all(): Promise<WrappedDataKey[]>;
  /** True if any stored data needs a data key. */
  areNeeded(): Promise<boolean>;
  /** Has no effect if the id exists. The caller therefore reads all keys again afterwards. */
  add(key: NewDataKey): Promise<void>;
  /** @returns false if the key is no longer wrapped as `before` */
  rewrap(
    id: number,
    before: Uint8Array,
    after: { readonly kek: string; readonly wrapped: Uint8Array },
  ): Promise<boolean>;
  /** Makes an announced key the key in use. @returns false if a live process has not loaded it yet */
  activate(id: number, activeFrom: number): Promise<boolean>;
  addUses(id: number, uses: number): Promise<void>;
  /** Publishes the keys that this process has loaded. */
  report(held: number, keks: readonly string[]): Promise<void>;
  holders(): Promise<KeyHolder[]>;
  retire(id: number, at: number): Promise<void>;
  /** Erases the key material. Only a retired key can be destroyed. */
  destroy(id: number, at: number): Promise<void>;
}
