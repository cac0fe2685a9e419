/**
 * One connection to a PostgreSQL database, opened on demand and reopened after it broke. Statements are pipelined:
 * queries of one turn leave in one packet, and the answers come in that order. A database that is silent breaks the
 * connection after a while, so that waiting callers get an error.
 */
import pg from 'pg';
import type { Compiled } from '../statement.ts';
import { unescapedText } from './text.ts';

/** A host that is up accepts within a round trip or two. */
const CONNECT_MS_MAX = 3_000;
/** A look-up takes a millisecond; after this time the connection hangs. */
const ANSWER_MS_MAX = 5_000;
/** Slightly shorter, so that the server's own error arrives first. */
const STATEMENT_MS_MAX = 4_000;
/** How long a statement waits for a row that a hanging process has locked. */
const LOCK_MS_MAX = 3_000;
/** A process that hangs in the middle of a transaction loses it, and with it its row locks. */
const IDLE_IN_TRANSACTION_MS_MAX = 2_000;

/**
 * Every statement of a request looks rows up by an index. The planner may choose otherwise for a table that was small
 * at the time, and keeps that plan while the table grows; so its choices are restricted. Settings that another engine
 * does not have are skipped.
 */
const LOOKUPS_PER_CONNECTION = `select set_config(name, 'off', false) from pg_settings
  where name in ('enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit')`;

/**
 * SQLSTATE classes after which the connection is unusable: connection exceptions, and operator intervention or a crash.
 */
const LOST_STATES = /^(08|57P)/;
/** Serialization failures and deadlocks: a retry may well succeed. */
const TRANSIENT_STATES: ReadonlySet<string> = new Set(['40001', '40P01']);

/** By the type's object identifier. Row keys and times stay below 2^53. */
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

export interface QueryResult {
  readonly rows: readonly unknown[];
  readonly touched: number;
  /** The command that was executed, as the server names it: a COMMIT of a failed transaction is a ROLLBACK. */
  readonly command: string;
}

/** A statement with its values. */
export interface Bound {
  readonly compiled: Compiled;
  readonly values: unknown[];
}

export type Query = (bound: Bound) => Promise<QueryResult>;

export class PostgresConnection {
  readonly #options: pg.ClientConfig;
  #client: Promise<pg.Client> | undefined;

  constructor(url: string) {
    this.#options = { ...connectionOptions(url), pipeline: true } as pg.ClientConfig;
  }

  /**
   * @returns runs queries on the current connection, and must not be kept longer @throws when there is no connection
   */
  async queryRunner(): Promise<Query> {
    this.#client ??= this.#connect();
    const connecting = this.#client;
    const client = await connecting;
    return async ({ compiled: { name, sql: text }, values }) => {
      try {
        const { rows, rowCount, command } = await client.query({ ...(name !== '' && { name }), text, values });
        return { rows, touched: rowCount ?? 0, command };
      } catch (error) {
        if (isLost(error)) {
          this.#forget(connecting);
        }
        throw error;
      }
    };
  }

  /** The next query opens a new connection. */
  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.then((one) => one.end()).catch(() => undefined);
  }

  #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#options);
    const connecting = client.connect().then(async () => {
      await client.query(LOOKUPS_PER_CONNECTION);
      return client;
    });
    connecting.catch(() => this.#forget(connecting));
    client.on('error', () => this.#forget(connecting));
    client.on('end', () => this.#forget(connecting));
    return connecting;
  }

  #forget(connecting: Promise<pg.Client>): void {
    if (this.#client !== connecting) {
      return;
    }
    this.#client = undefined;
    connecting.then((client) => client.end()).catch(() => undefined);
  }
}

/** A statement of one connection alone, such as BEGIN: it is not prepared. */
export function plain(sql: string): Bound {
  return { compiled: { name: '', sql, names: [] }, values: [] };
}

/** The connection is lost, or was never established. */
export function isLost(error: unknown): boolean {
  const state = stateOf(error);
  return state === undefined || LOST_STATES.test(state);
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
