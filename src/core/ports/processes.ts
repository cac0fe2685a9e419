/** The port that stores the heartbeats of the gateway processes. */

export interface Peer {
  readonly key: number;
  readonly heartbeats: number;
  /** The machine's name, and the process id there; absent for processes of older versions. */
  readonly host?: string;
  readonly pid?: number;
}

/** One observation of the other processes. */
export interface Look {
  /** The round of heartbeats, counted by all processes together. */
  readonly round: number;
  /** All others that are not evicted. */
  readonly peers: readonly (Peer & {
    /** The number of rounds that have ended since any process first saw these heartbeats. */
    readonly silentRounds: number;
  })[];
}

export interface Processes {
  /**
   * Increments this process's heartbeat.
   * @returns false if another process has evicted this one, which has then rejoined under a new key
   */
  heartbeat(): Promise<boolean>;
  /** All others that are not evicted. */
  others(): Promise<Peer[]>;
  /** Reads the other processes, and stores the round in which their current heartbeats were first seen. */
  look(): Promise<Look>;
  /** Ends this round, unless another process has ended it. */
  endRound(round: number): Promise<void>;
  /** Evicts a process, unless its heartbeat has changed since. */
  evict(peer: Peer): Promise<boolean>;
}
