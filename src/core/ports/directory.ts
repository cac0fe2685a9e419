/** The port that stores the directory: the further stores, and the store of each merchant. */

/** A row of a further store. */
export interface StoreRow {
  /** From 1 on. The first store, which has the directory, is number 0 and has no row. */
  readonly number: number;
  readonly name: string;
  /** The store's URL and schema. */
  readonly sealedAddress: Uint8Array;
  /** Grows with each command that may have left work in the store. */
  readonly woken: number;
  /** Names the closing of the store, for a new address or its end. Null while the store is served. */
  readonly closing: string | null;
}

/** The contents of the directory at one time. */
export interface DirectoryContents {
  /** Identifies this directory in its stores. */
  readonly id: string;
  /** The number of changes until then. */
  readonly changes: number;
  readonly stores: readonly StoreRow[];
  /** The store's number by the merchant's id. A merchant that is absent is in the first store. */
  readonly merchants: ReadonlyMap<string, number>;
}

export interface StoredDirectory {
  /** @returns 0 as long as there is no directory */
  changes(): Promise<number>;
  /** @returns undefined as long as there is no directory */
  contents(): Promise<DirectoryContents | undefined>;
}
