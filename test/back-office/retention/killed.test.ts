// @module-tag at-length
/**
 * Processes that are killed while they remove or erase: each order is unchanged or complete, and the next process
 * continues.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { opened } from '../../adapters/store/rig.ts';
import { ended, storeIntent } from '../../adapters/store/stored-transactions.ts';
import { type RestOrder, restOrder } from '../../api/rest/operations/order.ts';
import { paying, startRig } from '../../api/rest/rig.ts';
import { turnpike } from '../../cli/turnpike.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { type DatabasePlace, newDatabase } from '../../support/database-place.ts';

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
/** Five steps of a walk. */
const ORDERS = 500;
const ERASED_ORDERS = 40;

/** @returns once it has ended, which it may have done before */
async function kill(child: ChildProcess): Promise<void> {
  if (child.kill('SIGKILL')) {
    await once(child, 'exit');
  }
}

const count = async (rows: DatabasePlace['rows'], from: string) =>
  Number((await rows(`select count(*) as n from ${from}`))[0]?.n);

it('a walk that is killed three times removes each card once, with the order’s record of it', {
  timeout: 120_000,
  ...AT_LENGTH,
}, async () => {
  const place = await newDatabase();
  onTestFinished(() => place.remove());
  const store = await opened(place.url);
  for (let made = 0; made < ORDERS; made += 1) {
    const intent = await storeIntent(store, `O-${made}`, Date.now() - 600 * DAY_MS, 'SHOP', Buffer.from('sealed'));
    await ended(store, intent, { gatewayCode: 'APPROVED' });
  }
  await store.close();
  const erased = () => count(place.rows, 'order_erasure');
  const walk = () =>
    spawn(process.execPath, [pathOf('walking-process.ts')], {
      env: { ...process.env, DATABASE_URL: place.url },
      stdio: 'ignore',
    });
  for (const after of [1, 101, 301, ORDERS]) {
    const child = walk();
    await vi.waitUntil(async () => (await erased()) >= after, { timeout: 60_000, interval: 1 });
    await kill(child);
    // On a shared database the others notice by its heartbeats.
    await place.run('delete from gateway_process');
    const gone = 'payment_transaction where sealed_card is null';
    expect(await count(place.rows, gone)).toBe(await erased());
    expect(await count(place.rows, `${gone} and order_key not in (select order_key from order_erasure)`)).toBe(0);
  }
  expect(await erased()).toBe(ORDERS);
  expect(await count(place.rows, 'payment_order where locked_by is not null')).toBe(0);
});

it('an erasure that is killed leaves each order whole, and is finished by the same command', {
  timeout: 120_000,
}, async () => {
  const rig = await startRig({}, 1, 'warn');
  onTestFinished(() => rig.close());
  const body = paying('PAY', {
    customer: { email: 'ann@post.example' },
    billing: { address: { city: 'Winterbourne' } },
  });
  const orders: RestOrder[] = [];
  for (let made = 0; made < ERASED_ORDERS; made += 1) {
    const order = restOrder(rig);
    await order.done('PAY', '1', body);
    orders.push(order);
  }
  const args = ['erase', 'TESTSHOP', 'ann@post.example'];
  const env = { DATABASE_URL: rig.databaseUrl };
  const child = spawn(process.execPath, [pathOf('../../../src/cli/main.ts'), ...args], {
    env: { ...process.env, DATA_DIR: rig.folder, ...env },
    stdio: 'ignore',
  });
  await vi.waitUntil(async () => (await count(rig.rows, 'order_erasure')) >= 1, { timeout: 60_000, interval: 1 });
  await kill(child);
  for (const order of orders) {
    const { json } = await order.get();
    expect(json.customer === undefined).toBe(json.billing === undefined);
    expect(json.totalCapturedAmount).toBe(12);
  }
  expect((await turnpike(rig.folder, args, env)).code).toBe(0);
  expect(await count(rig.rows, `payment_transaction where request like '%ann@post%' or request like '%Winterb%'`)).toBe(
    0,
  );
  for (const order of orders) {
    expect((await order.done('PAY', '1', body)).json.result).toBe('SUCCESS');
    expect(order.ledger()).toEqual(['PAYMENT 12.00 EUR APPROVED']);
  }
});
