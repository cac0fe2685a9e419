/** The list of orders: what finds an order, who sees it, its pages and its addresses. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fileUnderWay } from '../../src/platform/limits/index.ts';
import { paying, type Reply, type Rig, startRig, withCard } from '../api/rest/rig.ts';
import { type Enrolled, enrolled, PersonClient } from './person.ts';

const LIST = '/console/merchants/TESTSHOP/orders';
const HOSTILE = '"><img src=x onerror=alert(1)>';
const PATIENTLY = { timeout: 30_000, interval: 100 };

let rig: Rig;
let viewer: Enrolled;
let stranger: Enrolled;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'OTHERSHOP', name: 'Other Shop' });
  viewer = await enrolled(rig, ['--role', 'viewer', '--merchant', 'TESTSHOP']);
  stranger = await enrolled(rig, ['--role', 'administrator', '--merchant', 'OTHERSHOP']);
  const order = { amount: '12.34', currency: 'EUR', reference: 'Invoice 7' };
  await rig.api('PUT', '/order/WANTED-1/transaction/1', {
    ...paying('AUTHORIZE', { customer: { email: 'Ada@Example.com' }, order }),
  });
  await rig.api(
    'PUT',
    '/order/WANTED-2/transaction/1',
    paying('PAY', withCard({ expiry: { month: '2', year: '39' } })),
  );
  await rig.api('PUT', '/order/HOSTILE/transaction/1', {
    ...paying('PAY', { order: { amount: '5.00', currency: 'EUR', reference: HOSTILE } }),
  });
  await vi.waitFor(async () => expect(shown(await viewer.client.get(LIST))).toHaveLength(3), PATIENTLY);
  await vi.waitFor(async () => expect((await rig.api('GET', '/order')).json.index.complete).toBe(true), PATIENTLY);
});
afterAll(() => rig.close());

/** The ids in the list. */
const shown = ({ text }: Reply): readonly string[] =>
  [...text.matchAll(/<th scope="row"> *<a [^>]*>\s*([^<\s]+)\s*<\/a>/g)].map(([, id = '']) => id);

async function search(text: string, filters: Readonly<Record<string, string>> = {}, { client } = viewer) {
  await client.get(LIST);
  return client.submit({ search: text, ...filters }, LIST);
}

/** Where the form leads. */
async function address(text: string, filters: Readonly<Record<string, string>> = {}): Promise<string> {
  await viewer.client.get(LIST);
  return String((await viewer.client.send({ search: text, ...filters }, LIST)).headers.location);
}

describe('an order is found by', () => {
  it.each([
    ['invoice  7', ['WANTED-1']],
    ['12.34', ['WANTED-1']],
    ['€12,34', ['WANTED-1']],
    ['EUR 12.34', ['WANTED-1']],
    ['USD 12.34', []],
    ['ada@example.com', ['WANTED-1']],
    ['WANTED', ['WANTED-2', 'WANTED-1']],
    ['0008', ['HOSTILE', 'WANTED-2', 'WANTED-1']],
    ['512345xxxxxx0008', ['HOSTILE', 'WANTED-2', 'WANTED-1']],
    ['5123 4500 0000 0008', ['HOSTILE', 'WANTED-2', 'WANTED-1']],
    ['wanted-1', []],
  ])('%s', async (text, ids) => {
    expect(shown(await search(text))).toEqual(ids);
  });

  it('its id or its support code, which lead to its page', async () => {
    expect(await address(' WANTED-1 ')).toBe(`${LIST}/WANTED-1`);
    const [{ supportCode }] = (await rig.api('GET', '/order?orderId=WANTED-2')).json.order;
    expect(await address(supportCode.toLowerCase())).toBe(`${LIST}/WANTED-2`);
  });

  it('its id before the index has it, and above the others that the text finds', async () => {
    await rig.api('PUT', '/order/WANTED/transaction/1', paying('AUTHORIZE'));
    const page = await search('WANTED');
    expect(page.text).toMatch(/exactly this id: <a href="[^"]*\/orders\/WANTED">WANTED<\/a>/);
    expect(shown(page)).toContain('WANTED-1');
  });

  it('filters of status, method and days', async () => {
    expect(shown(await search('', { status: 'FAILED' }))).toEqual(['WANTED-2']);
    expect(shown(await search('0008', { status: 'FAILED', method: 'CARD' }))).toEqual(['WANTED-2']);
    expect(shown(await search('', { status: 'FAILED', method: 'GIFT_CARD' }))).toEqual([]);
    expect(shown(await search('', { status: 'FAILED', to: '2026-01-01' }))).toEqual([]);
    expect(shown(await search('', { status: 'FAILED', from: '2020-01-01', to: '2099-12-31' }))).toEqual(['WANTED-2']);
  });
});

describe('the list', () => {
  it('says in words what it searched for, how old it is, and why an order failed', async () => {
    const { text } = await search('WANTED');
    expect(text).toContain('as the beginning of an order’s id, a reference, or a provider’s reference.');
    expect(text).toMatch(/The list is up to \d+ s old/);
    expect(text).toContain('There is not enough money in the account.');
    expect(text).toContain('Times are in UTC.');
  });

  it('has pages, which go on where the one before ended', async () => {
    const ids = Array.from({ length: 21 }, (_, at) => `PAGED-${at}`);
    await Promise.all(ids.map((id) => rig.api('PUT', `/order/${id}/transaction/1`, paying('AUTHORIZE'))));
    await vi.waitFor(
      async () => expect((await rig.api('GET', '/order?orderId=PAGED&limit=25')).json.order).toHaveLength(21),
      PATIENTLY,
    );
    const first = await search('PAGED');
    const [, next = ''] = /<a href="([^"]*)" rel="next">/.exec(first.text) ?? [];
    const second = await viewer.client.get(next.replaceAll('&amp;', '&'));
    expect([shown(first).length, shown(second).length]).toEqual([20, 1]);
    expect([...shown(first), ...shown(second)].sort()).toEqual(ids.toSorted());
    expect(second.text).toContain('First page');
    const turned = await viewer.client.get(`${next.replaceAll('&amp;', '&')}&sort=OLDEST`);
    expect([turned.status, String(turned.headers.location)]).toEqual([303, expect.not.stringContaining('cursor')]);
  });

  it('shows texts of the shop and the person as texts', async () => {
    for (const { text } of [await search('HOST'), await search(HOSTILE)]) {
      expect(text).toContain('&gt;&lt;img src=x onerror=alert(1)&gt;');
      // Quotation marks are escaped in attributes, and nothing else need be.
      expect(text.replace(/ value="[^"]*"/g, '')).not.toContain('<img');
    }
  });

  it.each([
    [{ from: '2026-11-30', to: '2026-11-01' }, 'to-problem'],
    [{ from: '2026-02-30' }, 'from-problem'],
    [{ to: 'yesterday' }, 'to-problem'],
    [{ status: 'PAID' }, 'status-problem'],
    [{ search: 'x'.repeat(101) }, 'text-problem'],
  ])('refuses %j at its field', async (fields, problem) => {
    const { status, text } = await search('', fields);
    expect([status, text.includes(`id="${problem}"`), text.includes('<table')]).toEqual([422, true, false]);
  });

  it('takes any bytes for a text', async () => {
    for (const text of ['\u0000', 'a\u0000b', '%', '_', "';--", '🂡'.repeat(40), '\ud800']) {
      expect((await search(text)).status).toBe(200);
    }
  });
});

describe('an address of the list', () => {
  it('has no word of the search, and finds the same again', async () => {
    const to = await address('ada@example.com', { status: 'AUTHORIZED' });
    expect(to).toMatch(/\?for=[\w-]+&status=AUTHORIZED$/);
    expect(shown(await viewer.client.get(to))).toEqual(['WANTED-1']);
    expect(rig.logged.join()).not.toContain('ada@example.com');
  });

  it('is kept over a sign-in', async () => {
    const to = await address('ada@example.com', { status: 'AUTHORIZED' });
    const client = new PersonClient(rig);
    const { location } = (await client.get(to)).headers;
    expect(new URLSearchParams(String(location).split('?')[1]).get('to')).toBe(to);
    await client.open(to);
    expect(client.hidden().to?.replace(/&(?:amp|#38);/g, '&')).toBe(to);
  });

  it('has a card number neither in clear nor sealed', async () => {
    const { text } = await viewer.client.get(await address('5123450000000008'));
    expect(text).toContain('value="512345xxxxxx0008"');
    expect(text).not.toContain('5123450000000008');
  });

  it('is worth nothing at another merchant, which finds no order of this one', async () => {
    const [, query = ''] = (await address('ada@example.com')).split('?');
    const other = '/console/merchants/OTHERSHOP/orders';
    const moved = await stranger.client.get(`${other}?${query}`);
    expect([moved.status, moved.text.includes('Type it again')]).toEqual([422, true]);
    const [{ supportCode }] = (await rig.api('GET', '/order?orderId=WANTED-2')).json.order;
    for (const text of ['', 'WANTED-1', 'ada@example.com', '0008', supportCode]) {
      await stranger.client.get(other);
      const page = await stranger.client.submit({ search: text }, other);
      expect([page.status, shown(page)]).toEqual([200, []]);
    }
    expect((await stranger.client.get(LIST)).status).toBe(404);
  });
});

describe('the list as a file', () => {
  const FILES = '/console/merchants/TESTSHOP/order-file';
  const links = ({ text }: Reply) =>
    [...text.matchAll(/href="([^"]*order-file[^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  const recorded = async () => {
    const rows = await rig.rows("select actor, details from audit_entry where action = 'console file'");
    return rows.map(({ actor, details }) => ({ actor, ...JSON.parse(String(details)) }));
  };

  it('has the orders of the search and the filters, under an address without a word of the search', async () => {
    const [csv = '', json = ''] = links(await search('ada@example.com', { status: 'AUTHORIZED' }));
    expect(csv).toMatch(/order-file\?for=[\w-]+&status=AUTHORIZED&format=CSV$/);
    const file = await viewer.client.get(csv);
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    expect(file.headers['content-disposition']).toBe('attachment; filename="orders.csv"');
    expect(file.headers['cache-control']).toBe('no-store');
    const [, ...lines] = file.text.trimEnd().split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(['WANTED-1']);
    const { json: answer } = await viewer.client.get(json);
    expect(answer.order.map(({ id }: { readonly id: string }) => id)).toEqual(['WANTED-1']);
    expect(JSON.stringify(await recorded())).not.toContain('ada@example.com');
    expect((await recorded()).slice(-2)).toMatchObject([
      { actor: viewer.email, state: 'BEGUN', of: 'orders', format: 'JSON', status: 'AUTHORIZED', isSearched: true },
      { actor: viewer.email, state: 'DONE', of: 'orders' },
    ]);
  });

  it('has pages of orders that several searches find, each once', async () => {
    const file = await viewer.client.get(`${links(await search('0008'))[0]}&sort=OLDEST`);
    const ids = file.text.trimEnd().split('\r\n').slice(1);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]?.split(',')[0]).toBe('WANTED-1');
    expect(ids.length).toBeGreaterThan(20);
  });

  it.each(['format=XML', '', 'format=CSV&status=PAID', 'format=CSV&for=x'])('%s leads to the list', async (query) => {
    const { status, headers } = await viewer.client.get(`${FILES}?${query}`);
    expect([status, String(headers.location).startsWith(LIST)]).toEqual([303, true]);
  });

  it('of another merchant is not there, and no more than two of one are written at once', async () => {
    expect((await stranger.client.get(`${FILES}?format=CSV`)).status).toBe(404);
    const gate = Promise.withResolvers<void>();
    const wait = async function* () {
      yield '';
      await gate.promise;
    };
    const [{ key }] = (await rig.rows("select key from merchant where id = 'TESTSHOP'")) as [{ key: number }];
    const owner = { key: Number(key), id: 'TESTSHOP' };
    const others = [1, 2].map(() => fileUnderWay(owner, { find: async () => owner }, wait()));
    await Promise.all(others.map((one) => one.next()));
    const { status, text } = await viewer.client.get(`${FILES}?format=CSV`);
    gate.resolve();
    await Promise.all(others.map((one) => one.next()));
    expect([status, text.includes('Other files are being written')]).toEqual([503, true]);
    expect((await recorded()).at(-1)).toMatchObject({ state: 'REFUSED' });
    expect((await viewer.client.get(`${FILES}?format=CSV`)).status).toBe(200);
  });
});
