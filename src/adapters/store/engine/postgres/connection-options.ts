/** Timeouts and value types of every connection to a PostgreSQL server. */
import pg from 'pg';
import { unescapedText } from './text.ts';

/** The time limit of connecting. A running host accepts a connection within one or two round trips. */
const CONNECT_MS_MAX = 3_000;
/** The time limit of a query, after which the connection counts as hung. A query usually takes a millisecond. */
const ANSWER_MS_MAX = 5_000;
/**
 * The server's time limit of a statement. It is slightly shorter than `ANSWER_MS_MAX`, so that the server's own error
 * arrives first.
 */
const STATEMENT_MS_MAX = 4_000;
/** How long a statement waits for a row that a hanging process has locked. */
const LOCK_MS_MAX = 3_000;
/** The time after which the server aborts the transaction of a hanging process, and releases its row locks. */
const IDLE_IN_TRANSACTION_MS_MAX = 2_000;

/** The parsers by the type's object identifier. Row keys and times stay below 2^53, so they are read as numbers. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.TEXT]: unescapedText,
};

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format as 'text'),
};

export function connectionOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'turnpike',
    connectionTimeoutMillis: CONNECT_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    lock_timeout: LOCK_MS_MAX,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX,
    keepAlive: true,
    types,
  };
}
