/** The port of the store's health. */

export interface WatchedStore {
  readonly health: {
    readonly condition: 'WRITABLE' | 'NOT_WRITABLE' | 'CORRUPT';
    /** The engine's error code. */
    readonly cause: string | undefined;
    /** The cause in a sentence for the operator, if there is one. */
    readonly reason: string | undefined;
  };
  /** Rejects if the store is not writable. */
  probe(): Promise<void>;
}

/** The standby from which lists are read. */
export interface WatchedStandby {
  /**
   * @param heartbeatAt the monotonic time before this process's last confirmed heartbeat was sent; undefined before the
   *   first one
   * @returns READY if lists are read from it, or why not
   */
  check(heartbeatAt: number | undefined): Promise<{
    readonly condition: 'AWAY' | 'FOREIGN' | 'LATE' | 'OLDER' | 'READY';
    readonly cause?: string | undefined;
  }>;
}
