import type { Leave } from '../platform/supervision.ts';

/** A running gateway. */
export interface App {
  /** The port of the main listener. */
  readonly port: number;
  /** The port of the listener for probes and metrics; absent if the main listener serves them. */
  readonly adminPort?: number;
  /**
   * Resolves when `/readyz` can answer 200: the pages and the card ranges are loaded, and no file is needed any more.
   * Requests that need them before that wait for them. Rejects if the pages could not be loaded.
   */
  readonly ready: Promise<void>;
  /** Returns true if `/readyz` would answer 200. */
  isReady(): Promise<boolean>;
  /** Listens, if the process was started to listen later. */
  listen(): Promise<void>;
  /** Runs the background work of the first store that is due by the clock. Resolves when it has ended. */
  runDue(): Promise<void>;
  /** The time of the earliest background work of the first store; undefined if there is none. */
  nextDue(): Promise<number | undefined>;
  /** Refuses new requests, completes those in progress, and releases all resources. */
  close(leave?: Leave): Promise<void>;
}
