/** The port of the store’s condition. */

export interface WatchedStore {
  readonly health: {
    readonly condition: 'WRITABLE' | 'NOT_WRITABLE' | 'CORRUPT';
    /** The engine's code of what failed. */
    readonly cause: string | undefined;
  };
  /** Rejects when nothing can be written. */
  probe(): Promise<void>;
}
