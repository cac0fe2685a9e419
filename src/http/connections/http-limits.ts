/** The limits of the HTTP server, with their reasons. */

/**
 * The limit of a request's body. The interface's largest request has a tenth of this. Astro's default of 200 MB would
 * allow attacks.
 */
export const BODY_BYTES_MAX = 64 * 1024;
/** Times after which a client counts as deliberately slow. Only tests override them. */
export interface SlowClientTimes {
  /** Limit for the header block. */
  readonly headersMs: number;
  /** Limit for header and body together. */
  readonly requestMs: number;
  /** The interval in which Node checks both limits. */
  readonly checkedEveryMs: number;
}
export const SLOW_CLIENT_TIMES: SlowClientTimes = { headersMs: 10_000, requestMs: 30_000, checkedEveryMs: 2_000 };
/** The time limit of a TLS handshake, which is three small messages. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;
/**
 * How long an idle connection stays open: longer than the idle timeout of common load balancers, so that the gateway
 * does not close a connection in use.
 */
export const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** How long a socket may be silent within an exchange. The acquirer answers well within this time. */
export const SOCKET_SILENCE_MS = 60_000;
export const HEADER_BYTES_MAX = 16 * 1024;
export const CONNECTIONS_MAX = 10_000;
/**
 * The limits of one IP address. Many people may share it, each with a few connections, but a single client needs far
 * fewer. Two hundred slow answers at the same moment in one office occur only if its line fails.
 */
export const CONNECTIONS_PER_ADDRESS = { max: 1_000, pacedMax: 200 } as const;
/** Limits of the surrounding /24 or /48, which may belong to one owner: a fifth of all connections. */
export const CONNECTIONS_PER_NETWORK = { max: 2_000, pacedMax: 400 } as const;
/**
 * The minimum speed of clients. A second-generation mobile network has at least 2,500 bytes per second. An answer that
 * fits into the system's buffers, as all payer pages do, is accepted at once and not measured.
 */
export const PACE = { lookedAtEveryMs: 2_000, graceMs: 60_000, bytesPerSecondMin: 256 } as const;
/**
 * The number of connections that Node accepts beyond the maximum, so that another connection can be closed in favour of
 * the newest.
 */
export const CONNECTIONS_IN_PASSING = 100;
/**
 * How long a closing process still accepts requests. Within this time a load balancer that polls every two seconds has
 * seen twice that the process is closing, and sends no new requests.
 */
export const LEAVE_NOTICE_MS = 5_000;
/** A client that has not polled readiness for this long does not use it for load balancing. */
export const WATCHED_WITHIN_MS = 15_000;
/**
 * The notice if other processes serve the same store. After a refused connection, a proxy without health checks, such
 * as nginx by default, avoids a server for 10 s, so it may not have noticed yet that the process that was restarted
 * before is available again.
 */
export const TAKE_OVER_MS = 11_000;
/**
 * The time that a graceful close waits for requests in progress; requests that take longer are recovered at the next
 * start.
 */
export const DRAIN_MS = 25_000;
/**
 * The time limit of a close including its notice: service managers and clusters kill a process 30 s after the stop
 * signal.
 */
export const CLOSE_MS_MAX = 30_000;
/**
 * The maximum duration of a turn of the event loop that counts as quiet. In such a short turn, hardly any connection
 * arrives after the check for new connections.
 */
export const QUIET_TURN_MS = 0.2;
/** A busy process stops listening this long after the last new connection, without a quiet turn. */
export const QUIET_TURN_WAIT_MS_MAX = 2_000;
/** The maximum delay of the close by clients that keep connecting. */
export const LAST_CONNECTIONS_MS_MAX = 5_000;
/** The interval in which idle connections are closed during a close. */
export const IDLE_SWEEP_MS = 100;
