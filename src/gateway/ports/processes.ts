/** The port that stores the heartbeats of the gateway processes. */

export interface Peer {
  readonly key: number;
  readonly heartbeats: number;
  /** The machine's name, and the process id there; absent in processes of older versions. */
  readonly host?: string;
  readonly pid?: number;
}

/** What one look at the others tells. */
export interface Look {
  /** Of heartbeats, counted by all processes together. */
  readonly round: number;
  /** All others that are not evicted. */
  readonly peers: readonly (Peer & {
    /** How many rounds have ended since these heartbeats were first seen, by whichever process. */
    readonly silentRounds: number;
  })[];
}

export interface Processes {
  /**
   * Increments this process's heartbeat.
   * @returns false when another process has evicted this one: it has joined again then, under another key
   */
  heartbeat(): Promise<boolean>;
  /** All others that are not evicted. */
  others(): Promise<Peer[]>;
  /** Looks at the others, and stores in which round each one's heartbeats were seen first. */
  look(): Promise<Look>;
  /** Ends this round, unless another process has done so. */
  endRound(round: number): Promise<void>;
  /** Evicts one, unless its heartbeat has changed since. */
  evict(peer: Peer): Promise<boolean>;
}
