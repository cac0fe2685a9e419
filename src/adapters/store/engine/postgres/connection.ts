/**
 * One connection to a PostgreSQL database, opened on demand and reopened after it broke. Statements are pipelined: the
 * queries of one turn of the event loop are sent in one packet, and their results arrive in the same order. A silent
 * server breaks the connection after a timeout, so that waiting callers get an error.
 */
import type pg from 'pg';
import type { UnitOfWork } from '../engine.ts';
import type { CompiledStatement } from '../statement.ts';
import { refuseStandby, type Servers } from './servers.ts';
import { isLost } from './sql-states.ts';

/**
 * Restricts the planner to index look-ups, which every statement of a request needs. It may otherwise choose a scan
 * while a table is small, and keep that plan while the table grows. Settings that a compatible server does not know are
 * skipped.
 */
export const LOOKUPS_PER_CONNECTION = `select set_config(name, 'off', false) from pg_settings
  where name in ('enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit')`;

export interface QueryResult {
  readonly rows: readonly unknown[];
  readonly touched: number;
  /** The command tag that the server returned: COMMIT of a failed transaction returns ROLLBACK. */
  readonly command: string;
}

/** A statement with its bound values. */
export interface Bound {
  readonly compiled: CompiledStatement;
  readonly values: unknown[];
}

export type Query = (bound: Bound) => Promise<QueryResult>;

/** The interval of checks whether the server has become a standby. */
const LOOK_EVERY_MS = 2_000;

export class PostgresConnection {
  readonly #servers: Servers;
  #client: Promise<pg.Client> | undefined;
  /** The promise of `#client`, once its connection is usable. */
  #opened: Promise<pg.Client> | undefined;
  #looks: NodeJS.Timeout | undefined;

  constructor(servers: Servers) {
    this.#servers = servers;
    servers.add(this);
  }

  /**
   * Returns a function that runs queries on the current connection. Do not keep it for later use.
   * @throws if the connection cannot be opened
   */
  async queryRunner(): Promise<Query> {
    this.#client ??= this.#connect();
    const connecting = this.#client;
    const client = await connecting;
    return async ({ compiled: { name, sql: text }, values }) => {
      try {
        const { rows, rowCount, command } = await client.query({ name: name === '' ? undefined : name, text, values });
        return { rows, touched: rowCount ?? 0, command };
      } catch (error) {
        if (isLost(error)) {
          this.#forget(connecting);
        }
        this.#servers.recordError(error);
        throw error;
      }
    };
  }

  /** Call this with the units of each transaction that the server confirmed on this connection. */
  acknowledged(units: readonly UnitOfWork[]): void {
    this.#servers.acknowledged.record(this, units);
  }

  /** Drops the connection. The next query connects to the server that accepts writes at that time. */
  giveUp(): void {
    // A connection that is still being opened checks its server by itself.
    if (this.#opened !== undefined) {
      this.#forget(this.#opened);
    }
  }

  /** Closes the connection. The next query opens a new one. */
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

  /**
   * Checks periodically whether the server has become a standby. A standby refuses only writes, so a connection that
   * only reads would not notice it.
   */
  #look(client: pg.Client): void {
    clearInterval(this.#looks);
    this.#looks = setInterval(() => {
      refuseStandby(client).catch((error: unknown) => this.#servers.recordError(error));
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

/** A statement that is not prepared, such as BEGIN. */
export function unpreparedStatement(sql: string): Bound {
  return { compiled: { name: '', sql, names: [] }, values: [] };
}
