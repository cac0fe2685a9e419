/** The link's limits, each with its reason. Tests shorten the times; nothing else does. */
export interface LinkTimes {
  /** How long an answer is waited for before the request counts as unanswered and must be reversed. */
  readonly requestTimeoutMs: number;
  /** A host that is there accepts and answers the sign-on within a round trip or two. */
  readonly signOnTimeoutMs: number;
  /** Silence after which the host is asked whether it is still there: below the 60 s after which firewalls forget. */
  readonly echoIdleMs: number;
  /**
   * The same while messages wait for their answers: with two unanswered echoes, a link that fell silent ends within ten
   * seconds.
   */
  readonly echoWaitingMs: number;
  /** How long one echo may stay unanswered. */
  readonly echoAnswerMs: number;
  /** What a request made before the first sign-on waits for it, so that a start of both ends together loses none. */
  readonly startUpWaitMs: number;
  /** First step of the reconnection delay. It doubles with each failure; the delay taken is random below the step. */
  readonly reconnectBaseMs: number;
  /** Longest step: a payer notices a minute without payments, a host does not notice a try in five seconds. */
  readonly reconnectCapMs: number;
  /** What a sign-off waits for its answer before the socket is closed without it. */
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

/** Echoes in a row that may stay unanswered before the connection is given up. */
export const ECHO_MISSES_MAX = 2;

/**
 * Requests that may wait for their answers at once. At 5,000 a second and answers after 2 s it is just reached;
 * beyond it an answer would come later than a payer waits, and memory would grow without bound.
 */
export const IN_FLIGHT_MAX = 10_000;

/** How often overdue requests are looked for, as a share of the timeout: a timeout is late by at most that share. */
export const SWEEPS_PER_TIMEOUT = 40;

/** Sweeping more often than this would cost more than it tells. */
export const SWEEP_INTERVAL_MS_MIN = 5;
