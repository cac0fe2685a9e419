/** The disk that a payment takes in each engine, with its line in the index of orders, and the memory of a process. */
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import pg from 'pg';
import { authorizeJob } from '../authorize-request.ts';
import type { Plan } from '../plan.ts';
import { fetchOnce } from '../processes/fetch-once.ts';
import { MERCHANT_HEADERS, MERCHANT_PATH } from '../processes/gateway.ts';
import type { Measured } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import type { Workbench } from '../workbench.ts';
import { EMBEDDED, type EngineUnderTest, POSTGRES } from './engines.ts';

/** A fifth of the memory measure's requests are enough for the growth of a store. */
const PAYMENTS_SHARE = 0.2;
const CAPTURED_SHARE = 0.1;
const CAPTURES_AT_ONCE = 16;
const INDEX_MS_MAX = 120_000;
const INDEX_POLL_MS = 500;
const KB = 1_024;
const MB = 1_048_576;
const CAPTURE = JSON.stringify({ apiOperation: 'CAPTURE', transaction: { amount: '147.50', currency: 'GBP' } });

export async function measureCapacity(bench: Workbench, { memoryRequests }: Plan): Promise<Measured> {
  const payments = Math.round(memoryRequests * PAYMENTS_SHARE);
  const engines = [await taken(bench, payments, EMBEDDED), await taken(bench, payments, POSTGRES)];
  return {
    name: 'capacity',
    tables: [
      {
        title: `Disk of each of ${whole(payments)} payments, and memory of the process`,
        head: ['store', 'KB an AUTHORIZE', 'KB its capture adds', 'MB at the start', 'MB at the end'],
        rows: engines.map(({ name, authorizeKb, captureKb, startMb, endMb }) => [
          name,
          fixed(authorizeKb, 2),
          fixed(captureKb, 2),
          whole(startMb),
          whole(endMb),
        ]),
        notes: [
          'Some forty fields, no notification. The line in the index of orders is included, the write-ahead log is not.',
        ],
      },
    ],
    marks: [],
    data: { payments, engines },
  };
}

interface Taken {
  readonly name: string;
  readonly authorizeKb: number;
  readonly captureKb: number;
  readonly startMb: number;
  readonly endMb: number;
}

async function taken(bench: Workbench, payments: number, engine: EngineUnderTest): Promise<Taken> {
  const place = await engine.open(bench);
  try {
    const { databaseUrl } = place;
    const { world } = await bench.world();
    const gateway = await bench.gateway(world, { databaseUrl });
    const ask = <Row>(query: string): Promise<Row[]> =>
      databaseUrl === undefined ? onFile(gateway.databaseFile, query) : onServer(databaseUrl, query);
    const bytes = async () => Number((await ask<{ bytes: number }>(sizeQuery(databaseUrl)))[0]?.bytes);
    const memoryMb = async () => (await gateway.child.usage()).rssBytes / MB;
    const [startMb, empty] = [await memoryMb(), await bytes()];
    await bench.load().run({ ...authorizeJob(gateway.origin), until: { requests: payments } });
    await indexed(ask, payments);
    const authorized = await bytes();
    const captured = Math.round(payments * CAPTURED_SHARE);
    const orders = await ask<{ id: string }>(`select order_id as id from payment_order limit ${captured}`);
    await capture(
      gateway.origin,
      orders.map(({ id }) => id),
    );
    const end = await bytes();
    const endMb = await memoryMb();
    await bench.stopAll();
    return {
      name: databaseUrl === undefined ? 'SQLite' : 'PostgreSQL',
      authorizeKb: (authorized - empty) / payments / KB,
      captureKb: (end - authorized) / captured / KB,
      startMb,
      endMb,
    };
  } finally {
    await place.close();
  }
}

function sizeQuery(databaseUrl: string | undefined): string {
  return databaseUrl === undefined
    ? 'select page_count * page_size as bytes from pragma_page_count, pragma_page_size'
    : 'select pg_database_size(current_database()) as bytes';
}

async function onFile<Row>(file: string, query: string): Promise<Row[]> {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare<[], Row>(query).all();
  } finally {
    db.close();
  }
}

async function onServer<Row>(url: string, query: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

/** @throws Error when the worker has not written the orders to the index in time */
async function indexed(ask: (query: string) => Promise<{ orders: number }[]>, orders: number): Promise<void> {
  for (let waited = 0; waited < INDEX_MS_MAX; waited += INDEX_POLL_MS) {
    const [count] = await ask('select count(*) as orders from order_index');
    if (Number(count?.orders) >= orders) {
      return;
    }
    await pause(INDEX_POLL_MS);
  }
  throw new Error(`The index of orders was not complete after ${INDEX_MS_MAX} ms.`);
}

/** @throws Error when a capture is refused */
async function capture(origin: string, orders: string[]): Promise<void> {
  const options = { method: 'PUT', headers: MERCHANT_HEADERS, body: CAPTURE };
  const worker = async () => {
    for (let id = orders.pop(); id !== undefined; id = orders.pop()) {
      const { status } = await fetchOnce(`${origin}${MERCHANT_PATH}/order/${id}/transaction/2`, options);
      if (status !== 201) {
        throw new Error(`A capture was answered with ${status}.`);
      }
    }
  };
  await Promise.all(Array.from({ length: CAPTURES_AT_ONCE }, worker));
}
