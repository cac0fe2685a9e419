/**
 * One connection to a PostgreSQL database, made when it is needed and made anew when it broke. Statements are
 * pipelined: what is asked in one turn leaves in one packet, and the answers come in that order. A database that is
 * silent breaks the connection after a while, so that whoever waits for it is told.
 */
import pg from 'pg';
import { unescapedText } from './postgres-text.ts';
import type { Compiled } from './statement.ts';

/** A host that is there accepts within a round trip or two. */
const CONNECT_MS_MAX = 3_000;
/** A look-up takes a millisecond; what takes so long hangs. */
const ANSWER_MS_MAX = 5_000;
/** The server gives up a little earlier, so that its own word on it arrives. */
const STATEMENT_MS_MAX = 4_000;
/** As long as a statement waits for a row that another process has locked and forgotten. */
const LOCK_MS_MAX = 3_000;
/** A process that stands still in the middle of a transaction loses it, and with it the rows that it holds. */
const IDLE_IN_TRANSACTION_MS_MAX = 2_000;

/**
 * Every statement of a request looks rows up by an index. The planner may think otherwise of a table that was small
 * when it looked, and keeps to that plan while the table grows; so it is told. What another engine does not have is
 * left alone.
 */
const LOOKUPS_PER_CONNECTION = `select set_config(name, 'off', false) from pg_settings
  where name in ('enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit')`;

/**
 * SQLSTATE classes after which the connection is of no use: connection exceptions, and what an operator or a crash
 * does.
 */
const LOST_STATES = /^(08|57P)/;
/** Serialization failures and deadlocks: the same again may well succeed. */
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
  /** The command that was done, as the server names it: a COMMIT of a failed transaction is a ROLLBACK. */
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

  /** @returns what asks on the connection as it is now, and does not outlive it @throws when there is none to be had */
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

  /** The next question makes a new one. */
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

/** A statement of one connection alone, such as BEGIN: it is not kept prepared. */
export function plain(sql: string): Bound {
  return { compiled: { name: '', sql, names: [] }, values: [] };
}

/** The connection is gone, or was never there. */
export function isLost(error: unknown): boolean {
  const state = stateOf(error);
  return state === undefined || LOST_STATES.test(state);
}

export function isTransient(error: unknown): boolean {
  return TRANSIENT_STATES.has(stateOf(error) ?? '');
}

/** Follows from an earlier statement's failure in the same transaction. */
export function isConsequence(error: unknown): boolean {
  return stateOf(error) === '25P02';
}

/** The SQLSTATE, five characters; undefined for what the network or the driver says. */
export function stateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
