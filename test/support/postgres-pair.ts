/** Two PostgreSQL servers, one the standby of the other by streaming replication, which swap roles. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const POLL_MS = 50;
const POLLS_MAX = 600;

export interface FailoverPair {
  readonly first: PostgresServer;
  readonly second: PostgresServer;
  /** With both hosts, the first one first. */
  urlOf(database: string): string;
  /** Resolves when the standby has all data of the primary. */
  caughtUp(): Promise<void>;
  /** The first one stops, the second is promoted, and the first rejoins as its standby. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

export async function startPair(): Promise<FailoverPair> {
  const first = await startPostgres();
  await first.stop();
  const second = await startPostgres({ standbyOf: first });
  await first.start();
  await second.start();
  const caughtUp = () =>
    until(first, 'select count(*) > 0 as so from pg_stat_replication where replay_lsn >= pg_current_wal_flush_lsn()');
  return {
    first,
    second,
    caughtUp,
    urlOf(database) {
      const [one, other] = [first, second].map((server) => new URL(server.urlOf(database)));
      return one!.href.replace(one!.host, `${one!.host},${other!.host}`);
    },
    async failOver() {
      // A primary that stops cleanly first sends its standby the rest.
      await first.stop();
      await until(second, 'select pg_promote(true, 30) as so');
      first.follow(second);
      await first.start();
    },
    close: async () => void (await Promise.all([first.close(), second.close()])),
  };
}

async function until(server: PostgresServer, query: string): Promise<void> {
  const client = new pg.Client(server.urlOf('postgres'));
  await client.connect();
  try {
    for (let polls = 0; polls < POLLS_MAX; polls += 1) {
      const { rows } = await client.query<{ so: boolean }>(query);
      if (rows[0]?.so === true) {
        return;
      }
      await pause(POLL_MS);
    }
  } finally {
    await client.end();
  }
  throw new Error(`This never became so: ${query}`);
}

/** A name that leads to one server, and then to another: existing connections remain. */
export interface MovingName {
  readonly url: string;
  leadTo(server: PostgresServer): void;
  close(): Promise<void>;
}

export async function movingName(server: PostgresServer): Promise<MovingName> {
  let port = Number(new URL(server.urlOf('postgres')).port);
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const target = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: Object.assign(new URL(server.urlOf('postgres')), { port: `${(proxy.address() as AddressInfo).port}` }).href,
    leadTo: (next) => {
      port = Number(new URL(next.urlOf('postgres')).port);
    },
    async close() {
      proxy.close();
      for (const socket of sockets) {
        socket.destroy();
      }
    },
  };
}
