/** The engines on which authorizations are measured, each with the limits for its ratios to the bare gateway. */
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { startPostgres } from '../../test/support/postgres-server.ts';
import type { Workbench } from '../workbench.ts';

export interface Counted {
  readonly all: number;
  readonly approved: number;
}

export interface Place {
  /** The URL of the gateway's database; absent when the gateway uses its own file. */
  readonly databaseUrl?: string;
  /** The stores of the bare servers: a folder, or the URL of an empty database. */
  readonly bareLoop: string;
  readonly bareGateway: string;
  /** Counts the transactions that the gateway stored. @param file the gateway's own file, if it uses one */
  counted(file: string): Promise<Counted>;
  close(): Promise<void>;
}

export interface EngineUnderTest {
  readonly name: string;
  readonly title: string;
  readonly rateRatioMin: number;
  /** The smallest share of the bare gateway's processor time in the gateway's. */
  readonly cpuRatioMin?: number;
  /** The largest p99 latency of the gateway allowed, in multiples of the bare gateway's. */
  readonly p99RatioMax?: number;
  /** The even paces, requests a second, and the largest p99 there. */
  readonly paces: readonly number[];
  readonly pacedP99RatioMax?: number;
  open(bench: Workbench): Promise<Place>;
}

export const EMBEDDED: EngineUnderTest = {
  name: 'authorize',
  title: 'AUTHORIZE, durable, on SQLite',
  rateRatioMin: 0.6,
  cpuRatioMin: 0.6,
  p99RatioMax: 1.5,
  // A shop on a good day, and a platform.
  paces: [50, 500],
  pacedP99RatioMax: 1.3,
  async open(bench) {
    return {
      bareLoop: bench.newFolder('bare-loop-data'),
      bareGateway: bench.newFolder('bare-gateway-data'),
      async counted(file) {
        const db = new Database(file, { readonly: true });
        const counted = db.prepare<[], Counted>(COUNT("outcome ->> '$.gatewayCode'")).get();
        db.close();
        return counted ?? NOTHING;
      },
      close: async () => undefined,
    };
  },
};

export const POSTGRES: EngineUnderTest = {
  name: 'authorize-postgres',
  title: 'AUTHORIZE, durable, on PostgreSQL',
  rateRatioMin: 0.5,
  // From a pace at which transactions hardly meet, to one at which they always do.
  paces: [20, 100, 300],
  async open(bench) {
    // Not in the bench's own folder, since the server's account cannot enter it.
    const server = await startPostgres({ onDisk: dirname(bench.folder) });
    const queried = async (url: string, query: string) => {
      const client = new pg.Client(url);
      await client.connect();
      const { rows } = await client.query(query).finally(() => client.end());
      return rows;
    };
    for (const name of ['gateway', 'bare_loop', 'bare_gateway']) {
      await queried(server.urlOf('postgres'), `create database ${name}`);
    }
    const databaseUrl = server.urlOf('gateway');
    return {
      databaseUrl,
      bareLoop: server.urlOf('bare_loop'),
      bareGateway: server.urlOf('bare_gateway'),
      async counted() {
        const [row] = await queried(databaseUrl, COUNT("outcome::json ->> 'gatewayCode'"));
        return row === undefined ? NOTHING : { all: Number(row.all), approved: Number(row.approved) };
      },
      close: () => server.close(),
    };
  },
};

const NOTHING: Counted = { all: 0, approved: 0 };

const COUNT = (code: string) => `SELECT count(*) AS "all", count(*) FILTER (WHERE ${code} = 'APPROVED') AS approved
  FROM payment_transaction LEFT JOIN transaction_outcome ON transaction_key = key`;
