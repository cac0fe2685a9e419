/** The port of the store's health. */

export interface WatchedStore {
  readonly health: {
    readonly condition: 'WRITABLE' | 'NOT_WRITABLE' | 'CORRUPT';
    /** The engine's error code. */
    readonly cause: string | undefined;
  };
  /** Rejects if the store is not writable. */
  probe(): Promise<void>;
}
