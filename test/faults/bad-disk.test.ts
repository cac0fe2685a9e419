/**
 * F14. The store's disk fills up under load, fails to write, or returns corrupt data: each causes an error, and each
 * charge is stored.
 */
import { closeSync, copyFileSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { counted } from '../support/counted.ts';
import { onPostgres } from '../support/database-place.ts';
import { makeFailingDisk } from '../support/failing-disk.ts';
import { newOrderId } from '../support/merchant.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { seededRandom } from '../support/random.ts';
import { makeSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { inBatches } from './load.ts';
import { counting, report, rounds } from './report.ts';
import { outagesMsMax, sufferOutages } from './store-outages.ts';

const FULL_TIMES = rounds('DISK_FULL', 2);
const PAGES = rounds('PAGES', 4);
const PAGE_BYTES = 4_096;
const START_MS_MAX = 100_000;
const FILE_DISK_MB = 64;
/** A new server uses forty of it, and its programs sixty if they must be copied. */
const SERVER_DISK_MB = 192;
const SEGMENT_MB = 1;
const LOG_A_MEGABYTE = "select pg_logical_emit_message(false, 'filler', repeat('x', 1000000))";
const NO_FILE_SYSTEM = 'No file system could be mounted.';

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);

let disk: SmallDisk;
let storeFile: string;
/** On PostgreSQL, where it has a file system of its own: a limit on one process would not limit the server. */
let server: PostgresServer | undefined;
let stack: Stack;
beforeAll(async () => {
  disk = makeSmallDisk(onPostgres() ? SERVER_DISK_MB : FILE_DISK_MB);
  storeFile = join(disk.path, 'turnpike.db');
  if (onPostgres() && disk.isFileSystem) {
    server = await startPostgres({ onDisk: disk.path, segmentMb: SEGMENT_MB });
    // Vacuum would free room for a payment or two, which would correctly succeed.
    await ask(server, 'alter system set autovacuum = off', 'select pg_reload_conf()');
  }
  stack = await startStack({ databaseUrl: server?.urlOf('postgres') ?? `sqlite:${storeFile}` });
});
afterAll(async () => {
  await stack.close();
  await server?.close();
  disk.remove();
});

it(
  'a full disk allows no charge that is not stored, and the gateway continues by itself when there is room again',
  async ({ skip }) => {
    if (onPostgres() && server === undefined) {
      skip(NO_FILE_SYSTEM);
    }
    const pid = stack.gateway.pid();
    await sufferOutages(stack, {
      name: 'F14 disk full',
      what: [
        `${disk.what}, ${FULL_TIMES} times`,
        ...(onPostgres() ? [`${Math.floor(FULL_TIMES / 2)} of them with the server's log full as well`] : []),
      ],
      times: FULL_TIMES,
      async begin(time) {
        disk.fill(pid);
        // At first only the server's tables have no room, an error for each statement; then its log, which ends the
        // server.
        if (server !== undefined && time % 2 === 1) {
          await useUpLog(server);
        }
      },
      async end() {
        disk.free(pid);
        await server?.resume();
      },
      storeFile: onPostgres() ? undefined : storeFile,
      random,
    });
  },
  outagesMsMax(FULL_TIMES),
);

it.skipIf(onPostgres()).for([
  ['refuses writes', 'WRITE'],
  ['takes writes and flushes none', 'FLUSH'],
] as const)(
  'a disk that %s under the gateway causes no charge, and the gateway continues by itself when it is usable again',
  { timeout: outagesMsMax(FULL_TIMES) },
  async ([what, failure], { skip }) => {
    const failing = makeFailingDisk() ?? skip('No disk could be made that fails.');
    const failingStore = join(failing.path, 'turnpike.db');
    const failingStack = await startStack({ databaseUrl: `sqlite:${failingStore}` });
    try {
      await sufferOutages(failingStack, {
        name: `F14 disk that ${what}`,
        what: [counting(FULL_TIMES, 'time')],
        times: FULL_TIMES,
        begin: () => failing.fail(failure),
        end: () => failing.mend(),
        storeFile: failingStore,
        random,
      });
    } finally {
      await failingStack.close();
      failing.remove();
    }
  },
);

it.skipIf(onPostgres())(
  'a disk that cannot be written ends the start with one line, before any payment',
  async ({ skip }) => {
    if (disk.setWritable === undefined) {
      skip(NO_FILE_SYSTEM);
    }
    await stack.gateway.stop();
    disk.setWritable?.(false);
    const failed = await stack.gateway.start().then(
      () => '',
      (error: unknown) => String(error),
    );
    disk.setWritable?.(true);
    await stack.gateway.start();
    report('F14 disk that cannot be written', [
      `the start ends with: ${failed.split(': ').slice(2).join(': ').trim()}`,
    ]);
    expect(failed).toContain('ended at its start');
    // The log's first line names the build that starts.
    const lines = failed.split('\n').filter((line) => line !== '' && !line.includes('"gateway is starting"'));
    expect(lines).toHaveLength(1);
  },
);

it.skipIf(onPostgres())(
  'a corrupt page causes an error, and never a success',
  async () => {
    const { gateway, merchant } = stack;
    const orders = Array.from({ length: 200 }, newOrderId);
    const paid = await inBatches(orders, (order) => merchant.pay(order, '1'));
    await gateway.stop();
    const whole = join(disk.path, 'whole.db');
    copyFileSync(storeFile, whole);
    const pages = Math.floor(statSync(whole).size / PAGE_BYTES);
    const tally: string[] = [];
    const wrong: string[] = [];
    for (let round = 0; round < PAGES; round += 1) {
      const page = random.between(0, pages);
      for (const log of ['-wal', '-shm']) {
        rmSync(storeFile + log, { force: true });
      }
      copyFileSync(whole, storeFile);
      overwrite(storeFile, page, round % 2 === 0 ? 0 : 0xa5);
      const failed = await gateway.start().then(
        () => '',
        (error: unknown) => String(error),
      );
      if (failed !== '') {
        tally.push(failed.includes('is not ready') ? 'never ready' : 'start refused');
        continue;
      }
      const again = await inBatches(orders, (order) => merchant.pay(order, '1'));
      const mistaken = again.filter(({ status, text }, index) => status < 500 && text !== paid[index]?.text);
      wrong.push(...mistaken.map(({ text }) => `page ${page}: ${text}`));
      tally.push(again.some(({ status }) => status >= 500) ? 'answers of 5xx' : 'all answers as before');
      await gateway.kill();
    }
    for (const log of ['-wal', '-shm']) {
      rmSync(storeFile + log, { force: true });
    }
    copyFileSync(whole, storeFile);
    await gateway.start();
    report('F14 corrupt page', [
      `${counting(PAGES, 'page')} of ${pages} overwritten`,
      `seed ${random.seed}`,
      ...Object.entries(counted(tally)).map(([what, count]) => `${count} times ${what}`),
      `${wrong.length} false answers`,
    ]);
    expect(wrong).toEqual([]);
  },
  PAGES * START_MS_MAX + START_MS_MAX,
);

async function ask(server: PostgresServer, ...queries: readonly string[]): Promise<void> {
  const client = new pg.Client(server.urlOf('postgres'));
  // The connection ends with the server.
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const query of queries) {
      await client.query(query);
    }
  } finally {
    await client.end();
  }
}

/** Fills the log's disk, which ends every connection. */
async function useUpLog(server: PostgresServer): Promise<void> {
  const filling = ask(server, ...Array.from({ length: SERVER_DISK_MB }, () => LOG_A_MEGABYTE));
  await expect(filling).rejects.toThrow();
}

function overwrite(file: string, page: number, byte: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(PAGE_BYTES, byte), 0, PAGE_BYTES, page * PAGE_BYTES);
  closeSync(descriptor);
}
