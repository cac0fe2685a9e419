/** A running gateway. */
export interface App {
  /** The port of the main listener. */
  readonly port: number;
  /** The port of the separate listener for probes and metrics, if there is one. */
  readonly adminPort?: number;
  /** Refuses new requests, completes those in progress, and releases all resources. */
  close(): Promise<void>;
}
