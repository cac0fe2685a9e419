/** The tables of gateway processes, as kysely types. A part of the schema. */
export interface ProcessTables {
  /**
   * The live gateway processes. Each counts its heartbeats. If they stop, another process evicts it: it completes the
   * process's transactions and removes the row.
   */
  gateway_process: {
    key: number;
    beats: number;
    started_at: number;
    /**
     * The heartbeat count that another process saw last, and the round in which it was first seen; null until one
     * looked.
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
  /** One row: the round of heartbeats, which grows by at most one in two seconds. */
  heartbeat_round: { key: number; round: number };
}
