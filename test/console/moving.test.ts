/** A merchant moves to another store while a person works at it in the console. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { consoleAddress } from '../../src/console/index.ts';
import { readBuild } from '../../src/platform/build.ts';
import { PASSWORD_HASH, paying, type Reply } from '../api/rest/rig.ts';
import { type StoresRig, startStores } from '../compose/stores.ts';
import { type Enrolled, enrolled } from './person.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };
const SHOP = 'MOVING';
const FOUND = 'KEPT-1';
const UNDER_WAY = 'KEPT-3';
const ORDERS = [FOUND, 'KEPT-2', UNDER_WAY];
/** The longest wait that the command allows, for a busy machine. */
const WAIT = '60';

let rig: StoresRig;
let person: Enrolled;
beforeAll(async () => {
  // A move is refused while gateways of another build run.
  rig = await startStores({}, { build: readBuild().id });
  await rig.acquirerIs('up');
  await rig.add('two');
  expect(await rig.put(SHOP)).toMatchObject({ code: 0, err: '' });
  await rig.change('update merchant set password_hash = ? where id = ?', PASSWORD_HASH, SHOP);
  await rig.known(SHOP);
  for (const order of ORDERS) {
    await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'), { merchant: SHOP });
  }
  person = await enrolled(rig, ['--role', 'refunder', '--merchant', SHOP]);
}, 120_000);
afterAll(() => rig.close());

const at = (name: 'order' | 'orderFile' | 'orders' | 'refund' | 'views') =>
  consoleAddress(name, { merchant: SHOP, order: FOUND });
const read = (path: string) => person.client.get(path);
const idsIn = ({ text }: Reply) => [...new Set(text.match(/KEPT-\d/g))].sort();
const file = () => read(`${at('orderFile')}?format=CSV`);

/** The total after the person has refunded one more. */
async function refund(): Promise<number> {
  await read(at('order'));
  const { status } = await person.client.submit({ amount: '1.00' }, at('refund'));
  expect(status).toBe(200);
  const { json } = await rig.api('GET', `/order/${FOUND}`, undefined, { merchant: SHOP });
  return json.totalRefundedAmount;
}

async function refundsInTimeline(): Promise<number> {
  const { text } = await read(at('order'));
  const [, timeline = ''] = text.split('Timeline');
  return timeline.split(person.email).length - 1;
}

/** Saves the list of the found order. @returns the address of the view */
async function savedView(): Promise<string> {
  await read(at('orders'));
  await person.client.submit({ search: '', status: 'PARTIALLY_REFUNDED' }, at('orders'));
  const list = person.client.hidden().list?.replace(/&(?:amp|#38);/g, '&') ?? '';
  await person.client.submit({ name: 'Refunded', list }, at('views'));
  const [, href = ''] = /href="([^"]*\/views\/\d+)"/.exec((await read(at('orders'))).text) ?? [];
  return href;
}

it('an order, its acts, files and views stay where they were, and pages wait only while the merchant is closed', {
  timeout: 120_000,
}, async () => {
  await vi.waitUntil(async () => idsIn(await file()).length === ORDERS.length, PATIENCE);
  expect(await refund()).toBe(1);
  const acts = await refundsInTimeline();
  expect(acts).toBeGreaterThan(0);
  const view = await savedView();
  await vi.waitUntil(async () => idsIn(await person.client.open(view)).join() === FOUND, PATIENCE);

  await rig.change('update payment_order set locked_by = key where order_id = ?', UNDER_WAY);
  const moved = rig.turnpike('store', 'move', SHOP, '--to', 'two', '--wait', WAIT);
  await vi.waitUntil(async () => (await read(at('order'))).status === 503, PATIENCE);
  for (const path of [at('order'), at('orders'), view, `${at('orderFile')}?format=CSV`]) {
    const { status, headers, text } = await read(path);
    expect([path, status, headers['retry-after']]).toEqual([path, 503, '5']);
    expect(text).toContain('Nothing was changed');
  }
  const act = await person.client.post(at('refund'), new URLSearchParams({ ...person.client.hidden() }).toString());
  expect([403, 503]).toContain(act.status);
  await rig.change('update payment_order set locked_by = null where order_id = ?', UNDER_WAY);
  expect(await moved).toMatchObject({ code: 0, err: '' });
  expect(await rig.rows('select id from merchant where id = ?', SHOP)).toEqual([]);

  await vi.waitUntil(async () => (await read(at('order'))).status === 200, PATIENCE);
  expect(await refundsInTimeline()).toBe(acts);
  expect(await refund()).toBe(2);
  expect(await refundsInTimeline()).toBeGreaterThan(acts);
  await vi.waitUntil(async () => idsIn(await file()).length === ORDERS.length, PATIENCE);
  expect(idsIn(await person.client.open(view))).toEqual([FOUND]);
});
