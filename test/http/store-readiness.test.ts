// @module-tag at-length
/** The readiness of a gateway process with a full or damaged disk, while its acquirer is available. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AT_LENGTH } from '../support/at-length.ts';
import { rowsOfFile } from '../support/database.ts';
import { newOrderId } from '../support/merchant.ts';
import { makeSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { type Stack, startStack } from '../support/stack.ts';

const DISK_MB = 24;
/** The promised time, and as much again for a busy machine. */
const KNOWN_MS_MAX = 10_000;
const AGAIN_MS_MAX = 20_000;
const POLLS = 15;
const POLL_MS = 200;
const PAYMENTS = 200;
const PAGE_BYTES = 4_096;
const HEARTBEATS_MS = 5_000;
/** Tables that a start reads are left intact. */
const DAMAGED_TABLE = 'payment_transaction';

let disk: SmallDisk;
let stack: Stack;
beforeAll(async () => {
  disk = makeSmallDisk(DISK_MB);
  stack = await startStack({ databaseUrl: `sqlite:${disk.path}/turnpike.db` });
});
afterAll(async () => {
  await stack.close();
  disk.remove();
});

const readiness = async () => {
  const response = await fetch(`${stack.origin}/readyz`);
  return { status: response.status, body: (await response.json()) as { store: string } };
};
const isReady = async () => (await readiness()).status === 200;

it('a gateway on a full disk is not ready, also beside failing payments, and is ready again with room', async () => {
  expect(await isReady()).toBe(true);
  disk.fill(stack.gateway.pid());
  await vi.waitUntil(async () => !(await isReady()), { timeout: KNOWN_MS_MAX, interval: 50 });
  for (let poll = 0; poll < POLLS; poll += 1) {
    const { status } = await stack.merchant.pay(newOrderId(), '1');
    expect(status).toBe(503);
    expect(await readiness()).toMatchObject({ status: 503, body: { store: 'not writable' } });
    await pause(POLL_MS);
  }
  disk.free(stack.gateway.pid());
  await vi.waitUntil(isReady, { timeout: AGAIN_MS_MAX, interval: 50 });
  expect((await stack.merchant.pay(newOrderId(), '1')).body.result).toBe('SUCCESS');
  // The process writes its log in batches.
  const times = (line: string) => stack.gateway.output().split(line).length - 1;
  await vi.waitFor(() => expect(times('the store can be written again')).toBe(1));
  expect(times('the store cannot be written')).toBe(1);
});

it(
  'a gateway with a damaged page is not ready once that order was read, for any number of other payments',
  AT_LENGTH,
  async () => {
    const orders = Array.from({ length: PAYMENTS }, newOrderId);
    for (const order of orders) {
      await stack.merchant.pay(order, '1');
    }
    await stack.gateway.stop();
    damage(`${disk.path}/turnpike.db`);
    await stack.gateway.start();
    const statuses = [];
    for (const order of orders) {
      statuses.push((await stack.merchant.order(order)).status);
    }
    expect(statuses).toContain(503);
    expect(await readiness()).toMatchObject({ status: 503, body: { store: 'corrupt' } });
    // Neither a payment nor the heartbeat, which may still succeed, resets it.
    await pause(HEARTBEATS_MS);
    expect(await readiness()).toMatchObject({ status: 503, body: { store: 'corrupt' } });
    await vi.waitFor(() => expect(stack.gateway.output()).toContain('"alert":"STORE_CORRUPT"'));
  },
);

/** Overwrites every page with rows of one table. */
function damage(path: string): void {
  const query = "select pageno from dbstat where name = ? and pagetype = 'leaf'";
  const pages = rowsOfFile(path, query, DAMAGED_TABLE).map(({ pageno }) => Number(pageno));
  expect(pages.length).toBeGreaterThan(2);
  const file = openSync(path, 'r+');
  for (const page of pages) {
    writeSync(file, Buffer.alloc(PAGE_BYTES, 0x5a), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  }
  closeSync(file);
}
