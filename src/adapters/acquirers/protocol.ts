/** An acquirer protocol: the scheme of its URLs, and an adapter. */
import type { Acquirer } from '../../core/ports/index.ts';
import type { BreakerState } from './breaker.ts';
import type { LinkTimes } from './link-limits.ts';
import type { LinkLog } from './link-log.ts';
import type { LinkTarget } from './link-socket.ts';

/** Counts since the adapter was opened. */
export interface AcquirerCounters {
  /** Answers without a request in flight: late, duplicate or unsolicited. */
  unmatched: number;
  /** Answers that match a request but contradict it. They are ignored. */
  contradictory: number;
  /** Answers that could not be parsed. */
  garbled: number;
  timedOut: number;
  /** Connections that the acquirer accepted. */
  signOns: number;
  /** Messages that the open breaker blocked. */
  heldBack: number;
}

export interface AcquirerStatus {
  /** True if the acquirer accepted this gateway and has not been lost since. */
  readonly isSignedOn: boolean;
  readonly breaker: BreakerState;
  readonly inFlight: number;
}

/** The gateway's port, with counters and a status for the operator. */
export interface OpenAcquirer extends Acquirer {
  counters(): Readonly<AcquirerCounters>;
  status(): AcquirerStatus;
  /**
   * Resolves once the first connection was established or failed. True if the connection was closed because the host is
   * the sandbox's acquirer, or because the host of a rehearsal is not.
   */
  meetsSimulator(): Promise<boolean>;
  /**
   * Refuses further requests, waits for those in flight, and disconnects. A second call returns when the first one is
   * done.
   */
  close(): Promise<void>;
}

export interface LinkSurroundings {
  readonly log: LinkLog;
  /**
   * A setting of the protocol, by the end of its name. `TOKEN` is ACQUIRER_TOKEN, or ACQUIRER_EU_TOKEN for the acquirer
   * `eu`.
   */
  readonly setting: (name: string) => string | undefined;
  /** Like `setting`. @throws Error naming the setting if it is missing */
  readonly needed: (name: string) => string;
  /** Shorter time limits, for tests. */
  readonly times?: Partial<LinkTimes>;
}

export interface AcquirerProtocol {
  /**
   * The scheme in lower case. A URL `SCHEME://host:port` means a connection without TLS; `SCHEMEs://host:port` means
   * TLS.
   */
  readonly scheme: string;
  /**
   * Starts connecting at once. A host that is down is not an error: `ready()` then returns false, and requests result
   * in NOT_SENT.
   *
   * @throws Error with one line for the operator if a setting of the protocol is missing or invalid
   */
  open(target: LinkTarget, surroundings: LinkSurroundings): OpenAcquirer;
}
