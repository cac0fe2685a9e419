/** Every limit of the HTTP server, with its reason. */

/** The interface's largest request is a tenth of this; Astro's own default of 200 MB is an attack. */
export const BODY_BYTES_MAX = 64 * 1024;
/** Beyond these times a client counts as slow on purpose. Tests shorten them; nothing else does. */
export interface SlowClientTimes {
  /** Limit for the header block. */
  readonly headersMs: number;
  /** Limit for header and body together. */
  readonly requestMs: number;
  /** How often Node checks both limits. */
  readonly checkedEveryMs: number;
}
export const SLOW_CLIENT_TIMES: SlowClientTimes = { headersMs: 10_000, requestMs: 30_000, checkedEveryMs: 2_000 };
/** A TLS handshake is three small messages; a client that needs longer only occupies a connection. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;
/** Longer than common load balancers keep a connection idle, so that the gateway never closes one in use. */
export const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** A socket that is silent this long in the middle of an exchange is dead; the acquirer answers well within it. */
export const SOCKET_SILENCE_MS = 60_000;
export const HEADER_BYTES_MAX = 16 * 1024;
export const CONNECTIONS_MAX = 10_000;
/**
 * Many people may share one address, each with a few connections; nobody needs this many alone. An office behind one
 * address takes two hundred answers slowly at the same moment only if its line is cut off.
 */
export const CONNECTIONS_PER_ADDRESS = { max: 1_000, pacedMax: 200 } as const;
/** Limits of the /24 or /48 around it, all of which one owner may have: a fifth of all connections. */
export const CONNECTIONS_PER_NETWORK = { max: 2_000, pacedMax: 400 } as const;
/**
 * A mobile network of the second generation brings 2,500 bytes a second and more. An answer that fits into the system's
 * own buffers, as each of the payer's pages does, is taken at once and not measured here.
 */
export const PACE = { lookedAtEveryMs: 2_000, graceMs: 60_000, bytesPerSecondMin: 256 } as const;
/** Connections beyond the maximum that Node accepts, so that one can be given up for the newest. */
export const CONNECTIONS_IN_PASSING = 100;
/**
 * A balancer that polls every other second has by then twice seen that the process is closing, and sends it nothing
 * new.
 */
export const LEAVE_NOTICE_MS = 5_000;
/** A client that has not polled readiness for so long does not balance by it. */
export const WATCHED_WITHIN_MS = 15_000;
/**
 * The notice where other processes serve the same store. A proxy without health checks, as nginx is by default, sends a
 * server nothing for 10 s after a refused connection, and so it may not know yet that the one restarted before is back.
 */
export const TAKE_OVER_MS = 11_000;
/** How long a graceful close waits for requests in progress; the rest is recovered at the next start. */
export const DRAIN_MS = 25_000;
/** A close, its notice included: service managers and clusters kill a process 30 s after they stopped it. */
export const CLOSE_MS_MAX = 30_000;
/** In a turn of the event loop that is this short, hardly any connection comes after the look for one to accept. */
export const QUIET_TURN_MS = 0.2;
/** A process that is never quiet stops listening all the same. */
export const QUIET_TURN_WAIT_MS_MAX = 2_000;
/** While closing, idle connections are closed this often. */
export const IDLE_SWEEP_MS = 100;
