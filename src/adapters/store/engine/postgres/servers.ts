/**
 * The servers of a database, one of which accepts writes. After a failover another server accepts them, and the former
 * one may return as a standby that answers reads with outdated data. All connections of the process are then dropped,
 * and each new connection looks for the server that accepts writes.
 */
import pg from 'pg';
import { databaseHosts } from '../../../../platform/database-hosts.ts';
import { type Lineage, StoreError } from '../engine.ts';
import { AcknowledgedCommits } from './acknowledged.ts';
import { connectionOptions } from './connection-options.ts';
import { setSearchPath } from './schema.ts';
import { isReadOnly, sqlStateOf } from './sql-states.ts';

/**
 * Minimum interval between drops. A server may refuse writes for other reasons, such as a full disk, while it still
 * answers reads.
 */
const GIVE_UP_EVERY_MS = 1_000;
const UNDEFINED_FUNCTION = '42883';
const TIMELINE_DIGITS = 8;

export interface GivenUp {
  giveUp(): void;
}

export class Servers implements Lineage {
  /** The newest commits that a server must have. */
  readonly acknowledged = new AcknowledgedCommits();
  readonly #urls: readonly string[];
  readonly #schema: string | undefined;
  readonly #connections = new Set<GivenUp>();
  /** The index of the server that last accepted writes. It is tried first. */
  #at = 0;
  #timeline = 0;
  #lacksCommits = false;
  #givenUpAt = Number.NEGATIVE_INFINITY;

  /**
   * @param url the database's URL, in the format of `DATABASE_URL`
   * @param schema the search path of each connection; absent: that of the role
   * @throws StoreError if the URL is invalid
   */
  constructor(url: string, schema?: string) {
    const urls = databaseHosts(url);
    if (urls === undefined) {
      throw new StoreError('DATABASE_URL names no PostgreSQL server that takes writes.');
    }
    this.#urls = urls;
    this.#schema = schema;
  }

  /** The URL of the server that last accepted writes. */
  get url(): string {
    return this.#urls[this.#at] as string;
  }

  get timeline(): number {
    return this.#timeline;
  }

  get lacksCommits(): boolean {
    return this.#lacksCommits;
  }

  add(connection: GivenUp): void {
    this.#connections.add(connection);
  }

  /** @param config options in addition to the URL @throws the error of the last server if all servers refuse */
  async connect(config: pg.ClientConfig = {}): Promise<pg.Client> {
    let refused: unknown;
    for (let tried = 0; tried < this.#urls.length; tried += 1) {
      const at = (this.#at + tried) % this.#urls.length;
      const client = new pg.Client({ ...connectionOptions(this.#urls[at] as string), ...config });
      // An error of the connection is thrown below, or by the next query.
      client.on('error', () => undefined);
      try {
        await client.connect();
        await refuseStandby(client);
        await setSearchPath(client, this.#schema);
        await this.#refuseOlder(client);
      } catch (error) {
        refused = error;
        client.end().catch(() => undefined);
        if (this.#lacksCommits) {
          throw error;
        }
        continue;
      }
      if (at !== this.#at) {
        this.#at = at;
        this.#giveUpAll();
      }
      return client;
    }
    throw refused;
  }

  /**
   * Refuses a server that lacks commits of this process. It is not used any more, since a merchant's repeat of what is
   * lost would be carried out again.
   *
   * @throws StoreError
   */
  async #refuseOlder(client: pg.Client): Promise<void> {
    if (this.#lacksCommits || (await this.acknowledged.isAheadOf(client))) {
      this.#lacksCommits = true;
      this.#giveUpAll();
      throw new StoreError('The database lacks commits.', { cause: new LostCommits() });
    }
    const timeline = await timelineOf(client);
    if (timeline !== this.#timeline) {
      this.#timeline = timeline;
      // Connections to the former server may still be open.
      this.#giveUpAll();
    }
  }

  /** Call this with each query error. If the error is a refused write, all connections are dropped. */
  recordError(error: unknown): void {
    const now = performance.now();
    if (isReadOnly(error) && now - this.#givenUpAt > GIVE_UP_EVERY_MS) {
      this.#givenUpAt = now;
      this.#giveUpAll();
    }
  }

  #giveUpAll(): void {
    for (const connection of this.#connections) {
      connection.giveUp();
    }
  }
}

/** The error that the server itself would return at the first write. */
class Standby extends Error {
  readonly code = '25006';

  constructor() {
    super('the server is a standby, which takes no writes');
  }
}

class LostCommits extends Error {
  /** Shown as the reason why the store is not writable. */
  readonly code = 'LOST_COMMITS';

  constructor() {
    super('the database lacks commits that it had confirmed');
  }
}

/** Does not throw for compatible databases without standbys. @throws Standby if the server is a standby */
export async function refuseStandby(client: Pick<pg.Client, 'query'>): Promise<void> {
  const isInRecovery = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby').then(
    ({ rows }) => rows[0]?.standby === true,
    (error: unknown) => {
      if (sqlStateOf(error) === UNDEFINED_FUNCTION) {
        return false;
      }
      throw error;
    },
  );
  if (isInRecovery) {
    throw new Standby();
  }
}

/**
 * The number that each promotion of a standby raises. A log file's name begins with it, in hexadecimal digits.
 *
 * @returns 0 for compatible databases without such files
 */
async function timelineOf(client: Pick<pg.Client, 'query'>): Promise<number> {
  const query = 'select pg_walfile_name(pg_current_wal_insert_lsn()) as file';
  try {
    const { rows } = await client.query<{ file: string }>(query);
    return Number.parseInt(rows[0]?.file.slice(0, TIMELINE_DIGITS) ?? '0', 16);
  } catch (error) {
    if (sqlStateOf(error) === UNDEFINED_FUNCTION) {
      return 0;
    }
    throw error;
  }
}
