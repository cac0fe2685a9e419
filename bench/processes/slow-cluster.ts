/** A PostgreSQL server with a synchronous standby, which a bench can make slow: each commit waits for the standby. */
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../test/support/postgres-server.ts';
import type { Workbench } from '../workbench.ts';
import { type Child, isListening } from './child.ts';
import type { SlowDown } from './slow-link.ts';

/** No checkpoint during the measure: the pages after one would be in the log as a whole. */
const SETTINGS = { checkpoint_timeout: '1h', max_wal_size: '8GB', max_connections: '100' } as const;
const POLL_MS = 50;
const POLLS_MAX = 400;

export class SlowCluster {
  readonly #primary: PostgresServer;
  readonly #standby: PostgresServer;
  readonly #link: Child;

  private constructor(primary: PostgresServer, standby: PostgresServer, link: Child) {
    this.#primary = primary;
    this.#standby = standby;
    this.#link = link;
  }

  static async start(bench: Workbench): Promise<SlowCluster> {
    // Not in the bench's own folder, since the server's account cannot enter it.
    const options = { onDisk: dirname(bench.folder), settings: SETTINGS };
    const primary = await startPostgres(options);
    await primary.stop();
    const standby = await startPostgres({ ...options, standbyOf: primary });
    await primary.start();
    const link = bench.start({
      name: 'link',
      entry: new URL('./slow-link.ts', import.meta.url),
      args: [`${primary.port}`],
    });
    const { port } = await link.message(isListening);
    standby.follow({ ...primary, connectionInfo: primary.connectionInfo.replace(/port=\d+/, `port=${port}`) });
    await standby.start();
    const cluster = new SlowCluster(primary, standby, link);
    await cluster.#ask("alter system set synchronous_standby_names = '*'");
    await cluster.#ask('select pg_reload_conf()');
    await cluster.#untilSynchronous();
    return cluster;
  }

  get url(): string {
    return this.#primary.urlOf('postgres');
  }

  /** @param bytesPerSecond those that the standby gets; 0: all, as fast as possible */
  slowDown(bytesPerSecond: number): void {
    this.#link.send({ bytesPerSecond } satisfies SlowDown);
  }

  /** The position in the log, bytes. */
  async written(): Promise<number> {
    const [row] = await this.#ask("select pg_current_wal_lsn() - '0/0' as value");
    return Number(row?.value);
  }

  /** Kills the primary: its connections end, and nobody listens. */
  kill(): Promise<void> {
    return this.#primary.crash();
  }

  async resume(): Promise<void> {
    await this.#primary.resume();
    await this.#untilSynchronous();
  }

  async close(): Promise<void> {
    // A primary waits for its standby to have everything, so it is killed.
    await this.#primary.crash();
    await Promise.all([this.#primary.close(), this.#standby.close()]);
  }

  async #untilSynchronous(): Promise<void> {
    for (let polls = 0; polls < POLLS_MAX; polls += 1) {
      const [row] = await this.#ask("select count(*) as value from pg_stat_replication where sync_state = 'sync'");
      if (row?.value === '1') {
        return;
      }
      await pause(POLL_MS);
    }
    throw new Error('The standby does not follow its primary.');
  }

  async #ask(query: string): Promise<{ readonly value: string }[]> {
    const client = new pg.Client(this.url);
    await client.connect();
    const { rows } = await client.query(query).finally(() => client.end());
    return rows;
  }
}
