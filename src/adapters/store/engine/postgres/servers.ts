/**
 * The servers of a database, one of which takes writes. After a failover that is another server, and the former one may
 * return as a standby that answers reads with outdated data. Then all connections of the process are dropped, and each
 * new one looks for the server that takes writes.
 */
import pg from 'pg';
import { databaseHosts } from '../../../../platform/database-hosts.ts';
import { StoreError } from '../engine.ts';
import { connectionOptions } from './connection-options.ts';
import { isReadOnly, sqlStateOf } from './sql-states.ts';

/**
 * Minimum interval between drops. A server may refuse writes for other reasons, such as a full disk, and reads continue
 * meanwhile.
 */
const GIVE_UP_EVERY_MS = 1_000;
const UNDEFINED_FUNCTION = '42883';

export interface GivenUp {
  giveUp(): void;
}

export class Servers {
  readonly #urls: readonly string[];
  readonly #connections = new Set<GivenUp>();
  /** Index of the server that took writes last; it is tried first. */
  #at = 0;
  #givenUpAt = Number.NEGATIVE_INFINITY;

  /** @param url in the format of `DATABASE_URL` @throws StoreError */
  constructor(url: string) {
    const urls = databaseHosts(url);
    if (urls === undefined) {
      throw new StoreError('DATABASE_URL names no PostgreSQL server that takes writes.');
    }
    this.#urls = urls;
  }

  /** The address of the server that took writes last. */
  get url(): string {
    return this.#urls[this.#at] as string;
  }

  add(connection: GivenUp): void {
    this.#connections.add(connection);
  }

  /** @param config in addition to the address @throws the last server's error if all of them refuse */
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
      } catch (error) {
        refused = error;
        client.end().catch(() => undefined);
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

  /** Call with each query error: a refused write drops every connection. */
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

/** Other engines that speak the protocol may have no standbys. @throws Standby */
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
