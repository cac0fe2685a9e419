/**
 * One connection to a PostgreSQL database, opened on demand and reopened after it broke. Statements are pipelined:
 * queries of one turn leave in one packet, and the answers come in that order. A database that is silent breaks the
 * connection after a while, so that waiting callers get an error.
 */
import type pg from 'pg';
import type { Compiled } from '../statement.ts';
import { refuseStandby, type Servers } from './servers.ts';
import { isLost } from './sql-states.ts';

/**
 * Every statement of a request looks rows up by an index. The planner may choose otherwise for a table that was small
 * at the time, and keeps that plan while the table grows; so its choices are restricted. Settings that another engine
 * does not have are skipped.
 */
const LOOKUPS_PER_CONNECTION = `select set_config(name, 'off', false) from pg_settings
  where name in ('enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit')`;

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

/** Between two looks at whether the server has become a standby. */
const LOOK_EVERY_MS = 2_000;

export class PostgresConnection {
  readonly #servers: Servers;
  #client: Promise<pg.Client> | undefined;
  /** The same once it can be used. */
  #opened: Promise<pg.Client> | undefined;
  #looks: NodeJS.Timeout | undefined;

  constructor(servers: Servers) {
    this.#servers = servers;
    servers.add(this);
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
        this.#servers.failed(error);
        throw error;
      }
    };
  }

  /** The next query opens a new connection, to whichever server takes writes then. */
  giveUp(): void {
    // One that is being opened asks its server itself.
    if (this.#opened !== undefined) {
      this.#forget(this.#opened);
    }
  }

  /** The next query opens a new connection. */
  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    clearInterval(this.#looks);
    await client?.then((one) => one.end()).catch(() => undefined);
  }

  #connect(): Promise<pg.Client> {
    const connecting = this.#servers.connect({ pipeline: true } as pg.ClientConfig).then(async (client) => {
      client.on('error', () => this.#forget(connecting));
      client.on('end', () => this.#forget(connecting));
      await client.query(LOOKUPS_PER_CONNECTION);
      this.#look(client);
      this.#opened = connecting;
      return client;
    });
    connecting.catch(() => this.#forget(connecting));
    return connecting;
  }

  /** A connection that only reads would never be refused by a server that has become a standby. */
  #look(client: pg.Client): void {
    clearInterval(this.#looks);
    this.#looks = setInterval(() => {
      refuseStandby(client).catch((error: unknown) => this.#servers.failed(error));
    }, LOOK_EVERY_MS);
    this.#looks.unref();
  }

  #forget(connecting: Promise<pg.Client>): void {
    if (this.#client !== connecting) {
      return;
    }
    this.#client = undefined;
    this.#opened = undefined;
    clearInterval(this.#looks);
    connecting.then((client) => client.end()).catch(() => undefined);
  }
}

/** A statement of one connection alone, such as BEGIN: it is not prepared. */
export function plain(sql: string): Bound {
  return { compiled: { name: '', sql, names: [] }, values: [] };
}
