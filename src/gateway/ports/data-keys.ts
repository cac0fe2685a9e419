/** The port that stores the keys of card data. */

/** A data key as it is stored: encrypted by the key-encryption key `kek`. */
export interface WrappedDataKey {
  readonly id: number;
  readonly kek: string;
  readonly wrapped: Uint8Array;
}

/** Stores the wrapped data keys. */
export interface DataKeys {
  all(): Promise<WrappedDataKey[]>;
  /** Whether anything is stored that only a data key opens. */
  areNeeded(): Promise<boolean>;
  /** Whoever adds one reads them all again afterwards: another process may have been faster. */
  add(key: Omit<WrappedDataKey, 'id'>): Promise<void>;
}
