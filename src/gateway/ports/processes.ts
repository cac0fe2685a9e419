/** The port that stores the heartbeats of the gateway processes. */

export interface Peer {
  readonly key: number;
  readonly heartbeats: number;
}

export interface Processes {
  /**
   * Increments this process's heartbeat.
   * @returns false when another process has evicted this one: it has joined again then, under another key
   */
  heartbeat(): Promise<boolean>;
  /** All others that are not evicted. */
  others(): Promise<Peer[]>;
  /** Evicts one, unless its heartbeat has changed since. */
  evict(peer: Peer): Promise<boolean>;
}
