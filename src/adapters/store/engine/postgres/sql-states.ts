/** Classifies errors of the server and the driver by SQLSTATE. */
import pg from 'pg';
import { StoreError } from '../engine.ts';

/**
 * SQLSTATE classes after which the connection is unusable: connection exceptions, and operator intervention or a crash.
 */
const LOST_STATES = /^(08|57P)/;
/**
 * read_only_sql_transaction: the server is a standby now, or refuses writes otherwise. The transaction was not written.
 */
const READ_ONLY_STATE = '25006';
/** Serialization failures and deadlocks, which a retry may resolve. */
const TRANSIENT_STATES: ReadonlySet<string> = new Set(['40001', '40P01']);

/**
 * True if the connection is lost, was not established, or refuses writes. The next connection may be to another server.
 * False if no other connection will be used.
 */
export function isLost(error: unknown): boolean {
  if (error instanceof StoreError) {
    return false;
  }
  const state = sqlStateOf(error);
  return state === undefined || LOST_STATES.test(state) || state === READ_ONLY_STATE;
}

/** True if the server accepts no writes. The transaction was not written then. */
export function isReadOnly(error: unknown): boolean {
  return (error as { readonly code?: unknown } | null)?.code === READ_ONLY_STATE;
}

export function isTransient(error: unknown): boolean {
  return TRANSIENT_STATES.has(sqlStateOf(error) ?? '');
}

/** True for an error caused by an earlier failure in the same transaction. */
export function isConsequence(error: unknown): boolean {
  return sqlStateOf(error) === '25P02';
}

/** The five-character SQLSTATE; undefined for errors of the network or the driver. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
