/** The link's limits. Only tests shorten the times. */
export interface LinkTimes {
  /** How long to wait for an answer before the request counts as unanswered and must be reversed. */
  readonly requestTimeoutMs: number;
  /** How long to wait for the connection and the answer to the sign-on. A running host needs one or two round trips. */
  readonly signOnTimeoutMs: number;
  /** Silence after which an echo is sent. Below 60 s, after which firewalls drop a connection. */
  readonly echoIdleMs: number;
  /**
   * Like `echoIdleMs`, while requests are in flight. After two unanswered echoes a silent link ends, within ten seconds
   * in total.
   */
  readonly echoWaitingMs: number;
  /** How long one echo may stay unanswered. */
  readonly echoAnswerMs: number;
  /**
   * How long a request made before the first sign-on waits for it, so that requests survive both ends starting
   * together.
   */
  readonly startUpWaitMs: number;
  /**
   * First step of the reconnection delay. The step doubles with each failure; the actual delay is random and below the
   * step.
   */
  readonly reconnectBaseMs: number;
  /**
   * The longest step of the delay. It is short, because payers notice a minute without payments, while one attempt in
   * five seconds is no load for a host.
   */
  readonly reconnectCapMs: number;
  /** How long a sign-off waits for its answer before the socket is closed. */
  readonly signOffWaitMs: number;
}

export const DEFAULT_LINK_TIMES: LinkTimes = {
  requestTimeoutMs: 20_000,
  signOnTimeoutMs: 5_000,
  echoIdleMs: 30_000,
  echoWaitingMs: 2_000,
  echoAnswerMs: 2_500,
  startUpWaitMs: 1_000,
  reconnectBaseMs: 100,
  reconnectCapMs: 5_000,
  signOffWaitMs: 1_000,
};

/** The number of consecutive unanswered echoes after which the connection is closed. */
export const ECHO_MISSES_MAX = 2;

/**
 * Maximum number of requests in flight, which 5,000 requests per second reach if answers take 2 s. Above it, answers
 * would arrive later than a payer waits, and memory would grow without limit.
 */
export const IN_FLIGHT_MAX = 10_000;

/** Number of timeout checks within one timeout. A timeout is late by at most one interval. */
export const SWEEPS_PER_TIMEOUT = 40;

/** The minimum interval of timeout checks. More frequent checks would cost more than they gain. */
export const SWEEP_INTERVAL_MS_MIN = 5;
