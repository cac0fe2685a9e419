/** F14. The store's disk is full in the middle of everything, cannot be written, or gives back what was never written: an error each time, and never a charge that is not stored. */
import { closeSync, copyFileSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { counted } from '../support/counted.ts';
import { newOrderId } from '../support/merchant.ts';
import { seededRandom } from '../support/random.ts';
import { makeSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { bookByOrder } from './acquirer-book.ts';
import { inBatches, startLoad } from './load.ts';
import { counting, report, rounds } from './report.ts';
import { integrityOf } from './store-file.ts';
import { judge, NO_FLAWS } from './verdict.ts';

const CLIENTS = 50;
const FULL_TIMES = rounds('DISK_FULL', 2);
/** Payments that are asked for once, while nothing can be stored. */
const VAIN = 50;
const FULL_MS = 3_000;
const GOOD_MS_MAX = 10_000;
const PAGES = rounds('PAGES', 4);
const PAGE_BYTES = 4_096;
const START_MS_MAX = 100_000;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);

let disk: SmallDisk;
let stack: Stack;
let storeFile: string;
beforeAll(async () => {
  disk = makeSmallDisk();
  storeFile = join(disk.path, 'turnpike.db');
  stack = await startStack({ env: { DATABASE_URL: `sqlite:${storeFile}` } });
});
afterAll(async () => {
  await stack.close();
  disk.remove();
});

it(
  'a full disk charges nobody for what is not stored, and the gateway goes on by itself when there is room again',
  async () => {
    const { gateway, merchant } = stack;
    await merchant.introduce();
    const load = startLoad([merchant], { clients: CLIENTS, random });
    const pid = gateway.pid();
    const vain: { order: string; words: string }[] = [];
    const goodMs: number[] = [];
    for (let time = 0; time < FULL_TIMES; time += 1) {
      await load.more(200);
      disk.fill(pid);
      await pause(FULL_MS);
      const orders = Array.from({ length: VAIN }, newOrderId);
      const answers = await Promise.all(orders.map((order) => merchant.pay(order, '1')));
      vain.push(
        ...answers.map(({ status, body }, index) => ({
          order: orders[index] as string,
          words: `${status} ${body.result} ${body.error?.cause}`,
        })),
      );
      disk.free(pid);
      const since = performance.now();
      await load.more(CLIENTS);
      goodMs.push(performance.now() - since);
    }
    await load.end();
    const { flaws, facts } = await judge(load.attempts, { ledgerFile: stack.ledgerFile, merchant });
    const book = bookByOrder(stack.ledgerFile);
    const charged = vain.filter(({ order }) => book.has(order));
    const known = (await inBatches(vain, ({ order }) => merchant.order(order))).filter(({ status }) => status === 200);
    const integrity = integrityOf(storeFile);
    report('F14 disk full', [
      `${disk.what}, ${FULL_TIMES} times`,
      `seed ${random.seed}`,
      `${vain.length} payments asked for meanwhile: ${Object.entries(counted(vain.map(({ words }) => words)))
        .map(([words, count]) => `${count} ${words}`)
        .join(', ')}`,
      `${charged.length} of them at the acquirer`,
      `good again after ${Math.round(Math.max(...goodMs))} ms at most`,
      ...facts,
      `integrity ${integrity}`,
    ]);
    expect(counted(vain.map(({ words }) => words))).toEqual({ '503 ERROR SERVER_BUSY': vain.length });
    expect(charged).toEqual([]);
    expect(known).toEqual([]);
    expect(gateway.pid()).toBe(pid);
    expect(Math.max(...goodMs)).toBeLessThan(GOOD_MS_MAX);
    expect(flaws).toEqual(NO_FLAWS);
    expect(integrity).toBe('ok');
  },
  FULL_TIMES * 60_000 + 120_000,
);

it('a disk that cannot be written ends the start with one line, and takes nothing', async ({ skip }) => {
  if (disk.setWritable === undefined) skip('No file system could be mounted.');
  await stack.gateway.stop();
  disk.setWritable?.(false);
  const failed = await stack.gateway.start().then(
    () => '',
    (error: unknown) => String(error),
  );
  disk.setWritable?.(true);
  await stack.gateway.start();
  report('F14 disk that cannot be written', [`the start ends with: ${failed.split(': ').slice(2).join(': ').trim()}`]);
  expect(failed).toContain('ended at its start');
  expect(failed.trim().split('\n')).toHaveLength(1);
});

it(
  'a page that is not what was written is an error, and never a success',
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
      for (const log of ['-wal', '-shm']) rmSync(storeFile + log, { force: true });
      copyFileSync(whole, storeFile);
      overwrite(storeFile, page, round % 2 === 0 ? 0 : 0xa5);
      const started = await gateway.start().then(
        () => true,
        () => false,
      );
      if (!started) {
        tally.push('start refused');
        continue;
      }
      const again = await inBatches(orders, (order) => merchant.pay(order, '1'));
      const mistaken = again.filter(({ status, text }, index) => status < 500 && text !== paid[index]?.text);
      wrong.push(...mistaken.map(({ text }) => `page ${page}: ${text}`));
      tally.push(again.some(({ status }) => status >= 500) ? 'answers of 5xx' : 'all answers as before');
      await gateway.kill();
    }
    for (const log of ['-wal', '-shm']) rmSync(storeFile + log, { force: true });
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

function overwrite(file: string, page: number, byte: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(PAGE_BYTES, byte), 0, PAGE_BYTES, page * PAGE_BYTES);
  closeSync(descriptor);
}
