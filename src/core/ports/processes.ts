/** The port that stores the heartbeats of the gateway processes. */

export interface Peer {
  readonly key: number;
  readonly heartbeats: number;
  /** The name of its machine, and its process id there. Absent for processes of older versions. */
  readonly host?: string;
  readonly pid?: number;
}

/** One observation of the other processes. */
export interface Look {
  /** The round of heartbeats, counted by all processes together. */
  readonly round: number;
  /** All other processes that are not evicted. */
  readonly peers: readonly (Peer & {
    /** The number of rounds that have ended since a process first saw this number of heartbeats. */
    readonly silentRounds: number;
  })[];
}

export interface Processes {
  /**
   * Increments this process's heartbeat.
   * @returns false if another process has evicted this one, which has then rejoined under a new key
   */
  heartbeat(): Promise<boolean>;
  /** Returns all other processes that are not evicted. */
  others(): Promise<Peer[]>;
  /** Reads the other processes, and stores the round in which their current heartbeats were first seen. */
  look(): Promise<Look>;
  /** Ends this round, unless another process has ended it. */
  endRound(round: number): Promise<void>;
  /** Evicts a process, unless its heartbeat has changed since `peer` was read. */
  evict(peer: Peer): Promise<boolean>;
}
