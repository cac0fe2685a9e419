/** Classifies errors of a server and its driver by their SQLSTATE. */
import pg from 'pg';

/**
 * SQLSTATE classes after which the connection is unusable: connection exceptions, and operator intervention or a crash.
 */
const LOST_STATES = /^(08|57P)/;
/** The server is a standby now, or refuses writes otherwise: nothing of the transaction is written. */
const READ_ONLY_STATE = '25006';
/** Serialization failures and deadlocks: a retry may well succeed. */
const TRANSIENT_STATES: ReadonlySet<string> = new Set(['40001', '40P01']);

/** The connection is lost, was never established, or is of no use: the next one may lead to another server. */
export function isLost(error: unknown): boolean {
  const state = stateOf(error);
  return state === undefined || LOST_STATES.test(state) || state === READ_ONLY_STATE;
}

/** The server takes no writes: it was lost before anything could be written. */
export function isReadOnly(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === READ_ONLY_STATE;
}

export function isTransient(error: unknown): boolean {
  return TRANSIENT_STATES.has(stateOf(error) ?? '');
}

/** Caused by an earlier failure in the same transaction. */
export function isConsequence(error: unknown): boolean {
  return stateOf(error) === '25P02';
}

/** The SQLSTATE, five characters; undefined for errors of the network or the driver. */
export function stateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
