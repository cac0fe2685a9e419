/** A running gateway. */
export interface App {
  /** The port of the main listener. */
  readonly port: number;
  /** The port of the listener for probes and metrics; absent if the main listener serves them. */
  readonly adminPort?: number;
  /** Refuses new requests, completes those in progress, and releases all resources. */
  close(): Promise<void>;
}
