/** What makes an acquirer: the scheme of its URLs, and an adapter that speaks its protocol. */
import type { Acquirer } from '../gateway/ports/index.ts';
import type { BreakerState } from './breaker.ts';
import type { LinkTimes } from './link-limits.ts';
import type { LinkLog } from './link-log.ts';
import type { LinkTarget } from './link-socket.ts';

/** Counted since the adapter was opened. */
export interface AcquirerCounters {
  /** Answers without a request in flight: late, duplicate or unsolicited. */
  unmatched: number;
  /** Answers that name a request and contradict it. They are ignored. */
  contradictory: number;
  /** Answers that could not be parsed. */
  garbled: number;
  timedOut: number;
  /** Connections that the acquirer accepted. */
  signOns: number;
  /** Messages that the open breaker did not send. */
  heldBack: number;
}

export interface AcquirerStatus {
  /** The acquirer accepted this gateway, and has not been missed since. */
  readonly isSignedOn: boolean;
  readonly breaker: BreakerState;
  readonly inFlight: number;
}

/** The gateway's port, and what the operator sees of it. */
export interface OpenAcquirer extends Acquirer {
  counters(): Readonly<AcquirerCounters>;
  status(): AcquirerStatus;
  /**
   * Resolves when the first connection has come about or failed: whether it led to a simulator that was refused, or in
   * a rehearsal to a host that is none.
   */
  meetsSimulator(): Promise<boolean>;
  /** Accepts no more requests, waits for those in flight, and disconnects. A second call waits for the same end. */
  close(): Promise<void>;
}

export interface Surroundings {
  readonly log: LinkLog;
  /**
   * A setting of the protocol's own, by the end of its name: `TOKEN` is ACQUIRER_TOKEN, or ACQUIRER_EU_TOKEN of `eu`.
   */
  readonly setting: (name: string) => string | undefined;
  /** As `setting`. @throws Error naming the setting that is missing */
  readonly needed: (name: string) => string;
  /** For tests, which use shorter times. */
  readonly times?: Partial<LinkTimes>;
}

export interface AcquirerProtocol {
  /** Of its URLs in clear, `SCHEME://host:port`; with an `s` at its end, of its URLs over TLS. In lower case. */
  readonly scheme: string;
  /**
   * Starts connecting at once. A host that is down is no error: `ready()` is false then, and requests result in
   * NOT_SENT.
   *
   * @throws Error with one line for the operator when a setting of the protocol's own is missing or invalid
   */
  open(target: LinkTarget, surroundings: Surroundings): OpenAcquirer;
}
