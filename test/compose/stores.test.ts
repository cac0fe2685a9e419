/** One process that serves the merchants of several stores, by the directory in the first one. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { storeOfId } from '../../src/platform/store-ids.ts';
import { PUBLIC_HOST, paying } from '../api/rest/rig.ts';
import { type DatabasePlace, newUnnumberedDatabase, onPostgres } from '../support/database-place.ts';
import { type StoresRig, startStores } from './stores.ts';

let rig: StoresRig;
beforeAll(async () => {
  rig = await startStores();
  await rig.acquirerIs('up');
  await rig.add('two');
  await rig.add('three');
  await rig.putIn('two', 'SHOP2');
  await rig.putIn('three', 'SHOP3');
  await Promise.all([rig.known('SHOP2'), rig.known('SHOP3')]);
});
let later: DatabasePlace | undefined;
afterAll(async () => {
  await rig.close();
  await later?.remove();
});

const pay = (merchant: string, order: string) =>
  rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'), { merchant });
const order = (merchant: string, id: string) => rig.api('GET', `/order/${id}`, undefined, { merchant });
const listed = async () => {
  const { out, code } = await rig.turnpike('store', 'list', '--json');
  const rows = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { code, rows: new Map(rows.map((row) => [row.name, row])) };
};

it('merchants of three stores pay by one listener, each in its own store', async () => {
  const paid = await Promise.all(['TESTSHOP', 'SHOP2', 'SHOP3'].map((merchant) => pay(merchant, 'SAME')));
  expect(paid.map(({ json }) => json.result)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
  expect(await rig.rows('select merchant_key from payment_order where order_id = ?', 'SAME')).toHaveLength(1);
  expect((await order('SHOP2', 'SAME')).json.merchant).toBe('SHOP2');
});

it('metrics have gauges of each store by name, and counters of all stores as one sum', async () => {
  const { text } = await rig.call('GET', '/metrics', undefined, { authorization: null });
  const lines = text.split('\n');
  for (const line of [
    'turnpike_transactions_total{type="payment",result="success"} 3',
    'turnpike_stores{state="open"} 2',
    ...['first', 'two', 'three'].flatMap((store) => [
      `turnpike_store_up{store="${store}"} 1`,
      `turnpike_store_transactions_total{store="${store}"} 1`,
    ]),
    ...['two', 'three'].map((store) => `turnpike_store_state{store="${store}",state="open"} 1`),
  ]) {
    expect(lines).toContain(line);
  }
  expect(lines.filter((line) => line.startsWith('turnpike_acquirer_up{'))).toHaveLength(1);
});

it('another merchant of another store has none of its orders', async () => {
  await pay('SHOP2', 'OF-TWO');
  expect((await order('SHOP3', 'OF-TWO')).status).toBe(400);
  expect((await order('TESTSHOP', 'OF-TWO')).status).toBe(400);
});

it('a page of a payer is found by the id in its address', async () => {
  const opened = await rig.api(
    'POST',
    '/session',
    {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE', merchant: { name: 'Second shop' } },
      order: { id: 'PAGE', currency: 'EUR', amount: '10.00' },
    },
    { merchant: 'SHOP2' },
  );
  const { id } = opened.json.session;
  expect(storeOfId(id)).toBe(1);
  const page = await rig.call('GET', `/checkout/pay/${id}`, undefined, { authorization: null });
  expect([page.status, page.text.includes('Second shop')]).toEqual([200, true]);
  expect((await rig.call('GET', `/checkout/pay/${id.replace('SESSION01', 'SESSION02')}`)).status).toBe(404);
  expect((await rig.call('GET', `/checkout/pay/${id.replace('SESSION01', 'SESSIONzz')}`)).status).toBe(404);
});

it('an encoded address leads to the same store, and an undecodable one to an error', async () => {
  const base = '/api/rest/version/100/merchant';
  const { headers } = { headers: { authorization: 'Basic eDp5' } };
  const encoded = await rig.call('GET', `${base}/SHOP%32/order/SAME`, undefined, { headers });
  expect(encoded.status).toBe(401);
  expect((await rig.call('GET', `${base}/SHOP2%/order/SAME`)).status).toBe(400);
  expect((await rig.call('GET', `${base}/SHOP2/order/SAME`, undefined, { headers: { Host: 'other' } })).status).toBe(
    421,
  );
  expect(PUBLIC_HOST).toBe('localhost:8080');
});

it('commands find the store of a merchant, or take --store', async () => {
  expect((await rig.turnpike('merchant', 'show', 'SHOP2')).out).toContain('"id": "SHOP2"');
  expect((await rig.turnpike('merchant', 'list')).out).not.toContain('SHOP2');
  expect((await rig.turnpike('merchant', 'list', '--store', 'two')).out).toContain('SHOP2');
  expect((await rig.turnpike('merchant', 'list', '--store', 'first')).out).toContain('TESTSHOP');
  expect(await rig.turnpike('merchant', 'list', '--store', 'nine')).toMatchObject({ code: 2 });
  expect(await rig.turnpike('merchant', 'list', '--store')).toMatchObject({ code: 2 });
  expect(await rig.turnpike('console', 'list', '--store', 'two')).toMatchObject({ code: 2 });
  expect((await rig.turnpike('reconcile', '--store', 'two')).code).toBe(0);
  expect((await rig.turnpike('merchant', 'list', '--store', 'all')).out).toMatch(
    /^first: TESTSHOP.*\ntwo: SHOP2.*\nthree: /,
  );
  expect((await rig.turnpike('merchant', 'list', '--store', 'all', '--json')).out).toContain(
    '{"store":"two","id":"SHOP2"',
  );
  expect(await rig.turnpike('reconcile', '--ledger', 'x.json', '--store', 'all')).toMatchObject({ code: 2 });
  expect(await rig.turnpike('console', 'list', '--store', 'all')).toMatchObject({ code: 2 });
  const doctor = await rig.turnpike('doctor', '--store', 'all');
  expect(doctor.out).toMatch(/^ *well +two: /m);
});

it('a merchant is in one store', async () => {
  expect((await rig.put('SHOP2', '--store', 'three')).err).toContain('SHOP2 is in the store two');
  expect((await rig.put('TESTSHOP', '--store', 'two')).err).toContain('TESTSHOP is in the store first');
  expect(await rig.put('SHOP2')).toMatchObject({ code: 0 });
  expect((await rig.turnpike('merchant', 'list')).out).not.toContain('SHOP2');
  expect(await rig.put('PLAIN')).toMatchObject({ code: 0 });
  expect((await rig.put('PLAIN', '--store', 'two')).err).toContain('PLAIN is in the store first');
});

it('a creation that was cut off is completed by its repetition', async () => {
  await rig.change('insert into store_merchant (merchant_id, store_number) values (?, 1)', 'CUT');
  expect((await rig.put('CUT', '--store', 'three')).err).toContain('CUT is in the store two');
  expect(await rig.put('CUT', '--store', 'two')).toMatchObject({ code: 0 });
  expect(await rig.turnpike('merchant', 'remove', 'CUT')).toMatchObject({ code: 0 });
  expect(await rig.put('CUT', '--store', 'three')).toMatchObject({ code: 0 });
});

it('a store is added once, and only if it is empty', async () => {
  const two = (await listed()).rows.get('two');
  expect(two).toMatchObject({ number: 1, merchants: 1, problem: null });
  expect(JSON.stringify(two)).not.toContain('@');
  const own = ['--url', rig.databaseUrl];
  expect((await rig.turnpike('store', 'add', 'four', ...own)).err).toContain('that of store 0');
  expect((await listed()).rows.has('four')).toBe(false);
  for (const name of ['first', 'Two', 'a b', '']) {
    expect((await rig.turnpike('store', 'add', name, ...own)).code).toBe(2);
  }
  expect((await rig.turnpike('store', 'add', 'two', ...own)).err).toContain('There is a store two at another address');
  expect((await rig.turnpike('store', 'add', 'five', '--url', 'mysql://x')).err).toContain('--url cannot be used');
});

it.skipIf(onPostgres())('a file that two calls add at once becomes one store, and stays', async () => {
  const file = join(rig.folder, 'twice.db');
  const names = ['here', 'there'];
  const ran = await Promise.all(names.map((name) => rig.turnpike('store', 'add', name, '--url', `sqlite:${file}`)));
  expect(ran.filter(({ code }) => code === 0)).toHaveLength(1);
  const { rows } = await listed();
  const [store, ...more] = names.filter((name) => rows.has(name));
  expect([more, rows.get(store)?.problem]).toEqual([[], null]);
  expect(await rig.put('BOTH', '--store', store as string)).toMatchObject({ code: 0, err: '' });
});

it('a store whose addition fails after its database got a number is completed by the same call', async () => {
  later = await newUnnumberedDatabase();
  const { url } = later;
  const add = () => rig.turnpike('store', 'add', 'later', '--url', url);
  await later.run('alter table data_key rename to away');
  expect(await add()).toMatchObject({ code: 1 });
  expect((await listed()).rows.get('later').problem).toContain('was not added completely');
  await later.run('alter table away rename to data_key');
  expect(await add()).toMatchObject({ code: 0, err: '' });
  expect((await listed()).rows.get('later').problem).toBe(null);
});

describe('a store that cannot be served has its merchants refused, and no others', () => {
  const renumber = (before: number, number: number) => async () => {
    await rig.change('update store set number = ? where number = ?', number, before);
    await rig.change('update store_merchant set store_number = ? where store_number = ?', number, before);
  };
  const directory = (change: string) => () =>
    rig.changeIn('three', 'installation', `set ${change} where name = 'directory'`);
  const nextKey = (sign: string) => () => rig.changeIn('three', 'row_key', `set next = next ${sign} 1099511627776`);
  const place = (number: number) => () =>
    rig.change('update store_merchant set store_number = ? where merchant_id = ?', number, 'CUT');

  it.each([
    {
      of: 'whose database is away',
      reason: awayReason(),
      state: 'away',
      metric: 'unreachable',
      break: () => rig.hide('three'),
      mend: () => rig.show('three'),
    },
    {
      of: 'whose row was changed by hand',
      reason: 'was changed by hand',
      state: 'refused',
      metric: 'changed_row',
      break: renumber(2, 3),
      mend: renumber(3, 2),
    },
    {
      of: 'of another installation',
      reason: 'belongs to another installation',
      state: 'refused',
      metric: 'other_installation',
      break: directory("value = 'x' || value"),
      mend: directory('value = substr(value, 2)'),
    },
    {
      of: 'that was not added completely',
      reason: 'was not added completely',
      state: 'refused',
      metric: 'not_added',
      break: directory("name = 'other'"),
      mend: () => rig.changeIn('three', 'installation', "set name = 'directory' where name = 'other'"),
    },
    {
      of: 'with the number of another store',
      reason: 'is that of store 3, and not of store 2',
      state: 'refused',
      metric: 'other_number',
      break: nextKey('+'),
      mend: nextKey('-'),
    },
    {
      of: 'with a merchant that the directory has in another store',
      reason: 'has the merchant CUT, which the directory has in the store two',
      state: 'refused',
      metric: 'stray_merchant',
      break: place(1),
      mend: place(2),
    },
  ])('one $of', async ({ reason, state, metric, break: breakIt, mend }) => {
    await rig.meanwhile(breakIt);
    await vi.waitUntil(() => rig.logged.some((line) => line.includes(reason)), { timeout: 30_000, interval: 25 });
    const refused = await order('SHOP3', 'SAME');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(refused.json.error.cause).toBe('SERVER_BUSY');
    expect((await order('SHOP2', 'SAME')).status).toBe(200);
    expect((await rig.call('GET', '/readyz')).json).toMatchObject({ store: 'up', stores: { three: state } });
    const metrics = (await rig.call('GET', '/metrics', undefined, { authorization: null })).text.split('\n');
    expect(metrics).toContain(`turnpike_store_state{store="three",state="${state}",reason="${metric}"} 1`);
    expect(metrics.filter((line) => line.startsWith('turnpike_store_up{store="three"'))).toEqual([]);
    const { code, rows } = await listed();
    expect([code, rows.get('two').problem]).toEqual([1, null]);
    expect(rows.get('three').problem).toContain(reason);
    await mend();
    await rig.change('update store_directory set changes = changes + 1');
    await vi.waitUntil(async () => (await order('SHOP3', 'SAME')).status === 200, { timeout: 30_000, interval: 100 });
  });
});

function awayReason(): string {
  if (!onPostgres()) {
    return 'There is no database yet';
  }
  return inject('stores') === undefined ? 'no such schema' : 'The database has no schema yet';
}
