/** The console of a gateway with further stores: merchants live in any of them, and people are in the first one. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { consoleAddress } from '../../src/console/index.ts';
import { paying } from '../api/rest/rig.ts';
import { type StoresRig, startStores } from '../compose/stores.ts';
import { type Enrolled, enrolled } from './person.ts';

/** A store that was away is tried again after some seconds. */
const PATIENCE = { timeout: 30_000, interval: 50 };

let rig: StoresRig;
/** Everything at every merchant. */
let operator: Enrolled;
/** Roles at SHOP2 and at TESTSHOP. */
let refunder: Enrolled;
beforeAll(async () => {
  rig = await startStores();
  await rig.acquirerIs('up');
  await rig.add('two');
  await rig.add('three');
  await rig.putIn('two', 'SHOP2');
  await rig.putIn('three', 'SHOP3');
  await Promise.all([rig.known('SHOP2'), rig.known('SHOP3')]);
  for (const merchant of ['TESTSHOP', 'SHOP2', 'SHOP3']) {
    await rig.api('PUT', `/order/OF-${merchant}/transaction/1`, paying('PAY'), { merchant });
  }
  operator = await enrolled(rig, ['--role', 'operator']);
  refunder = await enrolled(rig, ['--role', 'refunder', '--merchant', 'SHOP2']);
  await rig.turnpike('console', 'invite', refunder.email, '--role', 'viewer', '--merchant', 'TESTSHOP');
});
afterAll(() => rig.close());

const at = (name: 'merchant' | 'order' | 'orders' | 'refund', merchant: string) =>
  consoleAddress(name, { merchant, order: `OF-${merchant}` });
const indexed = (merchant: string) =>
  vi.waitUntil(
    async () => (await operator.client.get(at('orders', merchant))).text.includes(`OF-${merchant}`),
    PATIENCE,
  );

const ordersIn = (text: string) =>
  [...text.matchAll(/<a class="mono" href="[^"]+">\s*([\w-]+)\s*<\/a>/g)].map(([, id]) => id as string);

it('a merchant of any store has its pages, and only its own orders', async () => {
  for (const merchant of ['TESTSHOP', 'SHOP2', 'SHOP3']) {
    await indexed(merchant);
    const { text } = await operator.client.get(at('orders', merchant));
    expect(text.match(/OF-\w+/g)?.every((one) => one === `OF-${merchant}`)).toBe(true);
    expect((await operator.client.get(at('order', merchant))).status).toBe(200);
  }
});

it('a person refunds an order of another store, and its page has the act', async () => {
  await refunder.client.get(at('order', 'SHOP2'));
  const done = await refunder.client.submit({ amount: '1.00' }, at('refund', 'SHOP2'));
  expect([done.status, done.text.includes(refunder.email)]).toEqual([200, true]);
  const { json } = await rig.api('GET', '/order/OF-SHOP2', undefined, { merchant: 'SHOP2' });
  expect(json.totalRefundedAmount).toBe(1);
  const [act] = await rig.rows("select count(*) as acts from audit_entry where action = 'console refund'");
  expect(Number(act?.acts)).toBe(2);
});

it('a role is for one merchant, in whichever store it lives', async () => {
  expect((await refunder.client.get(at('order', 'SHOP3'))).status).toBe(404);
  const home = await refunder.client.get('/console');
  expect([home.text.includes('SHOP2'), home.text.includes('SHOP3'), home.text.includes('in store two')]).toEqual([
    ...[true, false, true],
  ]);
  await refunder.client.get(at('order', 'TESTSHOP'));
  const refused = await refunder.client.send({ amount: '1.00' }, at('refund', 'TESTSHOP'));
  expect([refused.status, refused.text.includes('Your role does not allow this')]).toEqual([403, true]);
  expect((await rig.turnpike('console', 'list')).out).toMatch(/refunder\s+SHOP2/);
});

it('a person who sees all merchants lists them store by store', async () => {
  const first = await operator.client.get('/console');
  expect([first.text.includes('SHOP3'), first.text.includes('TESTSHOP')]).toEqual([false, true]);
  const third = await operator.client.get('/console?store=three');
  expect([third.text.includes('SHOP3'), third.text.includes('SHOP2')]).toEqual([true, false]);
});

it('one list has the orders of all merchants, and a person’s list those of the own ones', async () => {
  for (const merchant of ['TESTSHOP', 'SHOP2', 'SHOP3']) {
    await indexed(merchant);
  }
  const { text } = await operator.client.get('/console/orders');
  expect(ordersIn(text)).toEqual(['OF-SHOP3', 'OF-SHOP2', 'OF-TESTSHOP']);
  expect(ordersIn((await operator.client.get('/console/orders?sort=OLDEST')).text)).toEqual(ordersIn(text).reverse());
  expect(ordersIn((await operator.client.get('/console/orders?store=three')).text)).toEqual(['OF-SHOP3']);
  expect(ordersIn((await refunder.client.get('/console/orders')).text)).toEqual(['OF-SHOP2', 'OF-TESTSHOP']);
  expect(ordersIn((await refunder.client.get('/console/orders?store=three')).text)).not.toContain('OF-SHOP3');
});

it('pages of the list of all stores follow each other without a gap or a repeat', async () => {
  const merchants = ['TESTSHOP', 'SHOP2', 'SHOP3'];
  for (let count = 0; count < 24; count += 1) {
    const merchant = merchants[count % 3] as string;
    await rig.api('PUT', `/order/MORE-${count}/transaction/1`, paying('AUTHORIZE'), { merchant });
  }
  const all = ['OF-TESTSHOP', 'OF-SHOP2', 'OF-SHOP3', ...Array.from({ length: 24 }, (_, count) => `MORE-${count}`)];
  const listed = () =>
    vi.waitFor(async () => {
      const found: string[] = [];
      for (let path: string | undefined = '/console/orders'; path !== undefined; ) {
        const { text } = await operator.client.get(path);
        found.push(...ordersIn(text));
        path = /<a href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
      }
      expect(found).toHaveLength(all.length);
      return found;
    }, PATIENCE);
  expect(await listed()).toEqual(all.reverse());
});

it('a search asks all stores, and a support code leads to its order in any', async () => {
  const shown = (await operator.client.get(at('order', 'SHOP3'))).text;
  const [code = ''] = /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{3}/.exec(shown) ?? [];
  await operator.client.get('/console/orders');
  const found = await operator.client.send({ search: code }, '/console/orders');
  expect([found.status, found.headers.location]).toEqual([303, at('order', 'SHOP3')]);
  const listed = await operator.client.submit({ search: 'OF-' }, '/console/orders');
  expect(ordersIn(listed.text)).toEqual(['OF-SHOP3', 'OF-SHOP2', 'OF-TESTSHOP']);
  await refunder.client.get('/console/orders');
  const others = await refunder.client.submit({ search: code }, '/console/orders');
  expect([others.text.includes('No order was found'), ordersIn(others.text)]).toEqual([true, []]);
});

it.each(['TESTSHOP', 'SHOP3'])(
  'the id of a session of %s leads to its order, for people who may see it',
  async (merchant) => {
    const { json } = await rig.api(
      'POST',
      '/session',
      {
        apiOperation: 'INITIATE_CHECKOUT',
        interaction: { operation: 'PURCHASE', merchant: { name: 'Shop' } },
        order: { id: `OF-${merchant}`, currency: 'EUR', amount: '10.00' },
      },
      { merchant },
    );
    const search = json.session.id as string;
    await indexed(merchant);
    for (const path of ['/console/orders', at('orders', merchant)]) {
      await operator.client.get(path);
      const found = await operator.client.send({ search }, path);
      expect([path, found.status, found.headers.location]).toEqual([path, 303, at('order', merchant)]);
    }
    await refunder.client.get('/console/orders');
    const others = await refunder.client.send({ search }, '/console/orders');
    expect(others.headers.location === at('order', merchant)).toBe(merchant === 'TESTSHOP');
    await operator.client.get(at('orders', 'SHOP2'));
    const elsewhere = await operator.client.submit({ search }, at('orders', 'SHOP2'));
    expect(ordersIn(elsewhere.text)).toEqual([]);
  },
);

it('figures are by store and summed', async () => {
  const all = (await operator.client.get('/console/overview?days=1')).text;
  const cells = (text: string, head: string) =>
    [...text.matchAll(new RegExp(`data-head="${head}">\\s*([^<]+?)\\s*<`, 'g'))].map(([, cell]) => cell);
  const [first, two, three, sum] = cells(all, 'Approved').map(Number);
  expect([first, two, three]).toEqual([9, 9, 9]);
  expect(sum).toBe(27);
  expect(all).toContain('>All</th>');
  expect(cells((await refunder.client.get('/console/overview?days=1')).text, 'Approved')).toEqual(['9', '9', '18']);
});

it('a store that is away has its merchants refused in words, and acts on them are not begun', async () => {
  await operator.client.get(at('order', 'SHOP3'));
  await rig.meanwhile(() => rig.hide('three'));
  const page = await operator.client.get(at('orders', 'SHOP3'));
  expect([page.status, page.headers['retry-after']]).toEqual([503, '5']);
  expect(page.text).toContain('This merchant is not available at the moment');
  expect((await operator.client.send({ amount: '1.00' }, at('refund', 'SHOP3'))).status).toBe(503);
  const list = await operator.client.get('/console?store=three');
  expect(list.text).toContain('Store three did not answer');
  const orders = await operator.client.get('/console/orders');
  expect(orders.text).toMatch(/Store three did not answer; its\s+orders are not in this list/);
  expect(ordersIn(orders.text)).toContain('MORE-22');
  expect((await operator.client.get('/console/overview')).text).toContain('Store three did not answer');
  expect((await operator.client.get(at('order', 'SHOP2'))).status).toBe(200);
  await rig.show('three');
  await vi.waitUntil(async () => (await operator.client.get(at('order', 'SHOP3'))).status === 200, PATIENCE);
  const { json } = await rig.api('GET', '/order/OF-SHOP3', undefined, { merchant: 'SHOP3' });
  expect(json.totalRefundedAmount).toBe(0);
});
