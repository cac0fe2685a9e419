/**
 * Connections to a standby, for reads alone. They are opened by `open`, never by a read: a page does not wait for a
 * standby that is away.
 */
import pg from 'pg';
import { databaseHosts } from '../../../../platform/database-hosts.ts';
import { type Engine, StoreError } from '../engine.ts';
import type { ArchivePieces } from '../pieces.ts';
import type { Parameters, Statement } from '../statement.ts';
import { LOOKUPS_PER_CONNECTION } from './connection.ts';
import { connectionOptions } from './connection-options.ts';
import { boundTo } from './groups.ts';
import { PostgresPieces } from './pieces.ts';
import { setSearchPath } from './schema.ts';
import { isLost, isTransient, sqlStateOf } from './sql-states.ts';

/** A list usually takes a few milliseconds. After this time the page is read from the primary. */
const ANSWER_MS_MAX = 1_000;
/** The server's own limit is shorter, so that its error arrives first and the connection stays. */
const STATEMENT_MS_MAX = 900;
const CONNECT_MS_MAX = 1_000;
/** Reads are pipelined; with a second connection, a slow one does not hold up all others. */
const CONNECTIONS = 2;

/**
 * CONFLICT: the standby cancelled the query, whose rows it had to remove. LOST: the connection is gone. FAILED: another
 * error of this query, such as its time limit.
 */
export type StandbyFailure = 'CONFLICT' | 'FAILED' | 'LOST';

const NEVER_WRITES = "select set_config('default_transaction_read_only', 'on', false)";
const UNDEFINED_TABLE = '42P01';

export class StandbyConnections {
  readonly #urls: readonly string[];
  readonly #schema: string | undefined;
  #clients: readonly pg.Client[] = [];
  /** The index of the host that is tried first. */
  #at = 0;
  #reads = 0;

  /**
   * @param url in the format of `DATABASE_URL`
   * @param schema the search path of each connection; absent: that of the role
   * @throws StoreError if the URL is invalid
   */
  constructor(url: string, schema?: string) {
    const urls = databaseHosts(url, 'READS');
    if (urls === undefined) {
      throw new StoreError('DATABASE_READ_URL names no PostgreSQL server.');
    }
    this.#urls = urls;
    this.#schema = schema;
  }

  get isOpen(): boolean {
    return this.#clients.length > 0;
  }

  get hasSeveralHosts(): boolean {
    return this.#urls.length > 1;
  }

  /**
   * Connects to the first host that is a standby, or to the first that answers if none is.
   *
   * @throws the error of the last host if none answers
   */
  async open(): Promise<void> {
    let refused: unknown;
    let other: { readonly at: number; readonly client: pg.Client } | undefined;
    for (let tried = 0; tried < this.#urls.length; tried += 1) {
      const at = (this.#at + tried) % this.#urls.length;
      try {
        const client = await this.#connect(at);
        if (await isInRecovery(client)) {
          end(other?.client);
          return await this.#use(at, client);
        }
        if (other === undefined) {
          other = { at, client };
        } else {
          end(client);
        }
      } catch (error) {
        refused = error;
      }
    }
    if (other === undefined) {
      throw refused;
    }
    await this.#use(other.at, other.client);
  }

  /** Whether the server still is a standby. @throws if it does not answer */
  async isStandby(): Promise<boolean> {
    return isInRecovery(this.#next());
  }

  failureOf(error: unknown): StandbyFailure {
    return isTransient(error) ? 'CONFLICT' : isLost(error) ? 'LOST' : 'FAILED';
  }

  isTableMissing(error: unknown): boolean {
    return sqlStateOf(error) === UNDEFINED_TABLE;
  }

  /** The archive of ended orders, as the standby has it. @param reading reads from these connections */
  piecesOver(reading: Engine): ArchivePieces {
    return new PostgresPieces(reading);
  }

  /** @throws an error that `failureOf` classifies */
  async read<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    const { compiled, values } = boundTo(statement, parameters as Parameters);
    const name = compiled.name === '' ? undefined : compiled.name;
    return (await this.#next().query({ name, text: compiled.sql, values })).rows as Row[];
  }

  /** Drops the connections. The next `open` begins with the next host. */
  drop(): void {
    if (this.#clients.length === 0) {
      return;
    }
    for (const client of this.#clients) {
      end(client);
    }
    this.#clients = [];
    this.#at = (this.#at + 1) % this.#urls.length;
  }

  async close(): Promise<void> {
    const clients = this.#clients;
    this.#clients = [];
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }

  async #connect(at: number): Promise<pg.Client> {
    const client = new pg.Client({
      ...connectionOptions(this.#urls[at] as string),
      connectionTimeoutMillis: CONNECT_MS_MAX,
      query_timeout: ANSWER_MS_MAX,
      statement_timeout: STATEMENT_MS_MAX,
      pipeline: true,
    } as pg.ClientConfig);
    const forget = () => this.#forget(client);
    client.on('error', forget);
    client.on('end', forget);
    try {
      await client.connect();
      await setSearchPath(client, this.#schema);
      await Promise.all([client.query(LOOKUPS_PER_CONNECTION), client.query(NEVER_WRITES)]);
      return client;
    } catch (error) {
      end(client);
      throw error;
    }
  }

  async #use(at: number, first: pg.Client): Promise<void> {
    this.#at = at;
    try {
      const others = Array.from({ length: CONNECTIONS - 1 }, () => this.#connect(at));
      this.#clients = [first, ...(await Promise.all(others))];
    } catch (error) {
      end(first);
      throw error;
    }
  }

  /** One lost connection ends all of them: they lead to the same server. */
  #forget(client: pg.Client): void {
    if (this.#clients.includes(client)) {
      this.drop();
    }
  }

  #next(): pg.Client {
    this.#reads += 1;
    const client = this.#clients[this.#reads % this.#clients.length];
    if (client === undefined) {
      throw new StoreError('No connection to a standby is open.');
    }
    return client;
  }
}

async function isInRecovery(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  return rows[0]?.standby === true;
}

function end(client: pg.Client | undefined): void {
  client?.end().catch(() => undefined);
}
