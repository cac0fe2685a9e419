/** Every limit of the front door, with its reason. */

/** The interface's largest request is a tenth of this; Astro's own default of 200 MB is an attack. */
export const BODY_BYTES_MAX = 64 * 1024;
/** When a client is taken for one that is slow on purpose. Tests shorten the times; nothing else does. */
export interface SlowClientTimes {
  /** Its header block takes longer. */
  readonly headersMs: number;
  /** Header and body together take longer. */
  readonly requestMs: number;
  /** Node looks for both kinds this often. */
  readonly checkedEveryMs: number;
}
export const SLOW_CLIENT_TIMES: SlowClientTimes = { headersMs: 10_000, requestMs: 30_000, checkedEveryMs: 2_000 };
/** A TLS handshake is three small messages; who does not end it in this time holds a connection for nothing. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;
/** Longer than common load balancers keep a connection idle, so that it is never we who close one in use. */
export const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** A socket that is silent this long in the middle of an exchange is dead; the acquirer answers well within it. */
export const SOCKET_SILENCE_MS = 60_000;
export const HEADER_BYTES_MAX = 16 * 1024;
export const CONNECTIONS_MAX = 10_000;
/**
 * A balancer that asks every other second has been told twice by then that a process leaves, and sends it nothing new.
 */
export const LEAVE_NOTICE_MS = 5_000;
/** Whoever has not asked for readiness for so long does not balance by it. */
export const WATCHED_WITHIN_MS = 15_000;
/** How long a graceful close waits for what is under way; what is left then is recovered at the next start. */
export const DRAIN_MS = 25_000;
/** While closing, connections that fell idle are closed this often. */
export const IDLE_SWEEP_MS = 100;
