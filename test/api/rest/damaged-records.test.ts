/** A record damaged in the store: requests for it fail and are reported, and all others succeed. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOfFile, runOnFile } from '../../support/database.ts';
import { amount, cardPayment, restOrder } from './operations/order.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const broken = async () => {
  const { text } = await rig.call('GET', '/metrics', undefined, { authorization: null });
  return /^turnpike_invariants_broken_total (\d+)$/m.exec(text)?.[1];
};

it('a damaged record is a server error, moves no money, and is counted and logged', async () => {
  const [order, other] = [restOrder(rig), restOrder(rig)];
  for (const one of [order, other]) {
    await one.done('AUTHORIZE', '1', cardPayment());
  }
  // The worker of the index of orders reads each order, and would count a damaged one too.
  const indexed = async () => {
    const { index, order: orders } = (await rig.api('GET', '/order')).json;
    return [index.complete, orders.length];
  };
  await expect.poll(indexed, { timeout: 30_000 }).toEqual([true, 2]);
  expect(await broken()).toBe('0');
  const file = join(rig.folder, 'turnpike.db');
  const [row] = rowsOfFile(file, 'select key, state from payment_order where order_id = ?', order.id);
  const state = String(row?.state).replace('"totalAuthorized":"1200"', '"totalAuthorized":"-1200"');
  expect(state).not.toBe(row?.state);
  runOnFile(file, 'update payment_order set state = ? where order_id = ?', state, order.id);

  const read = await rig.api('GET', `/order/${order.id}`);
  expect([read.status, read.json.error.cause]).toEqual([500, 'SERVER_FAILED']);
  expect(read.text).not.toMatch(/-12\.?00/);
  expect((await order.put('CAPTURE', '2', amount('5.00'))).status).toBe(500);
  expect(order.ledger()).toEqual(['AUTHORIZATION 12.00 EUR APPROVED']);
  expect((await other.done('CAPTURE', '2', amount('5.00'))).json.result).toBe('SUCCESS');

  expect(await broken()).toBe('2');
  await expect
    .poll(() => rig.logged.join(''))
    .toContain(`totalAuthorized of order ${row?.key} is no amount as it is stored`);
});
