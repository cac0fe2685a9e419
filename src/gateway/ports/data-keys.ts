/** The port that stores the keys of card data, and how far the processes on a store know them. */

/**
 * What a key is for. SEAL seals what is stored. HASH makes the keyed hashes that are stored: cards of tokens, request
 * fingerprints, passwords. STATE signs what a browser carries, and names in addresses. COOKIE seals the payer's cookie.
 */
export type KeyPurpose = 'SEAL' | 'HASH' | 'STATE' | 'COOKIE';

export const KEY_PURPOSES: readonly KeyPurpose[] = ['SEAL', 'HASH', 'STATE', 'COOKIE'];

/** Look-ups ask for the hashes by each of them, and no more of HASH are held at a time. */
export const HASH_KEYS_MAX = 4;

/** A data key as it is stored: encrypted by the key-encryption key `kek`. */
export interface WrappedDataKey {
  /** Of all purposes; never used again. */
  readonly id: number;
  readonly purpose: KeyPurpose;
  readonly kek: string;
  /** Empty once it is destroyed. */
  readonly wrapped: Uint8Array;
  /**
   * Whether it is encrypted for its id, and seals for merchant and record. Keys of older versions are not, and seal for
   * the record alone.
   */
  readonly isBound: boolean;
  readonly createdAt: number;
  /** From then on it is the one that is used; null while it is announced alone. Milliseconds since 1970. */
  readonly activeFrom: number | null;
  /** How often it has sealed, at least roughly. */
  readonly uses: number;
  /** When all that could be moved to another key was moved. */
  readonly retiredAt: number | null;
  readonly destroyedAt: number | null;
}

/** A live process on the store, and how far it knows the keys. */
export interface KeyHolder {
  readonly process: number;
  readonly heartbeats: number;
  readonly startedAt: number;
  /** It holds every key up to this id; null as long as it has not said so, and in processes of older versions. */
  readonly held: number | null;
  /** The key-encryption keys of its settings, newest first. */
  readonly keks: readonly string[];
  /** The machine's name, the process id there, and the build. Null or absent in processes of older versions. */
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
  /** In the order of their ids. */
  all(): Promise<WrappedDataKey[]>;
  /** Whether anything is stored that only a data key opens. */
  areNeeded(): Promise<boolean>;
  /** Nothing happens where the id exists: whoever adds one reads them all again afterwards. */
  add(key: NewDataKey): Promise<void>;
  /** @returns false when it is no longer wrapped as `before` */
  rewrap(
    id: number,
    before: Uint8Array,
    after: { readonly kek: string; readonly wrapped: Uint8Array },
  ): Promise<boolean>;
  /** Makes an announced key the one that is used. @returns false while a live process does not hold it */
  activate(id: number, activeFrom: number): Promise<boolean>;
  addUses(id: number, uses: number): Promise<void>;
  /** What this process holds, for the others to see. */
  report(held: number, keks: readonly string[]): Promise<void>;
  holders(): Promise<KeyHolder[]>;
  retire(id: number, at: number): Promise<void>;
  /** What it was is gone. Only a key that is retired is destroyed. */
  destroy(id: number, at: number): Promise<void>;
}
