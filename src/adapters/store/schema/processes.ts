/** The tables of gateway processes, as kysely types. A part of the schema. */
export interface ProcessTables {
  /**
   * The live gateway processes. Each counts its heartbeats. If the heartbeats of a process stop, another process evicts
   * it: the other completes its transactions and removes its row.
   */
  gateway_process: {
    key: number;
    beats: number;
    started_at: number;
    /**
     * The heartbeat count that other processes last observed, and the round in which they first observed it; null
     * before the first observation.
     */
    seen_beats: number | null;
    seen_round: number | null;
    /** The process has loaded the data keys up to this id; null until it has reported. */
    keys_held: number | null;
    /** Ids of its key-encryption keys, newest first, separated by commas. */
    keks: string | null;
    /** Host name, process id and build; null in rows of older versions. */
    host: string | null;
    pid: number | null;
    build: string | null;
  };
  /** A single row with the round of heartbeats, which is incremented at most every two seconds. */
  heartbeat_round: { key: number; round: number };
}
