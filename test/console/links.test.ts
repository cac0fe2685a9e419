/** Payment links in the console: made once, by those who may, and explained to people who do not know the interface. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newOrderId, paying, type Reply, type Rig, startRig } from '../api/rest/rig.ts';
import { hands, wordsOf } from '../checkout/hands.ts';
import { type Enrolled, enrolled } from './person.ts';

const LINKS = '/console/merchants/TESTSHOP/links';
const FIXED = { kind: 'fixed', amount: '24.00', currency: 'EUR', payments: '1' };

let rig: Rig;
let support: Enrolled;
beforeAll(async () => {
  rig = await startRig();
  support = await enrolled(rig, ['--role', 'support', '--merchant', 'TESTSHOP']);
});
afterAll(() => rig.close());

const { browse, post, submit } = hands(() => rig);

/** Opens the form, and sends it. @returns the page to which it leads */
async function made(fields: Readonly<Record<string, string>>): Promise<Reply> {
  await support.client.get(`${LINKS}/new`);
  return support.client.submit({ ...FIXED, ...fields });
}

const idOn = ({ text }: Reply) => /\/checkout\/link\/(\w{16})</.exec(text)?.[1] ?? '';
const linkOf = async (id: string) => (await rig.api('GET', `/link/${id}`)).json.link;
/** The sentence beside an input. */
const problemAt = ({ text }: Reply, input: string) =>
  new RegExp(`id="${input}-problem">\\s*([^<]*?)\\s*<`).exec(text)?.[1];

/** Pays by a link as its payer. @returns the words of the last page */
async function pay(id: string): Promise<string> {
  const path = `/checkout/link/${id}`;
  const { text } = await browse(path);
  const start = /name="start" value="([^"]*)"/.exec(text)?.[1] ?? '';
  const { headers } = await post(path, { start, locale: 'en' });
  const { cookie } = await submit(String(headers.location).replace('/checkout/pay/', ''));
  return wordsOf(await browse(String(headers.location), { Cookie: cookie }));
}

describe('a link', () => {
  it('is made with what its form says, and its page has the address and a picture of it', async () => {
    const page = await made({
      description: 'Bread baking course',
      payments: '12',
      until: '2031-07-01',
      reference: 'COURSE-7',
      note: 'Bring an apron.',
      language: 'de',
      operation: 'AUTHORIZE',
      preview: 'yes',
    });
    expect(page.text).toContain('The link is ready');
    expect(page.text).toContain('QR code of the address');
    expect(wordsOf(page)).toContain('Whoever has the address can pay by it 12 times.');
    expect(await linkOf(idOn(page))).toMatchObject({
      ...{ amount: 24, currency: 'EUR', numberOfPayments: '12', expiryDateTime: '2031-07-02T00:00:00.000Z' },
      ...{ description: 'Bread baking course', reference: 'COURSE-7', note: 'Bring an apron.', locale: 'de' },
      ...{ operation: 'AUTHORIZE', amountInPreview: true, status: 'OPEN' },
    });
  });

  it('may leave the amount to the payer, as often as somebody pays', async () => {
    const page = await made({ kind: 'typed', least: '5', most: '1,000', payments: '', amount: 'left from before' });
    expect(wordsOf(page)).toContain('€5.00 to €1,000.00, as the payer types');
    expect(await linkOf(idOn(page))).toMatchObject({ minimumAmount: 5, maximumAmount: 1000 });
  });

  it('is made once however often its form is sent, and another one by a form that was changed', async () => {
    const { client } = support;
    await client.get(`${LINKS}/new`);
    const form = { ...client.hidden(), ...FIXED, description: newOrderId() };
    const send = (fields: object) =>
      client.post(`${LINKS}/new`, new URLSearchParams({ ...form, ...fields }).toString());
    const replies = await Promise.all([1, 2, 3].map(() => send({})));
    const addresses = new Set(replies.map(({ headers }) => String(headers.location)));
    expect([replies.map(({ status }) => status), addresses.size]).toEqual([[303, 303, 303], 1]);
    expect([...addresses]).not.toContain((await send({ amount: '25.00' })).headers.location);
    const rows = await rig.rows('select terms from payment_link');
    expect(rows.filter(({ terms }) => String(terms).includes(form.description))).toHaveLength(2);
  });

  it('is listed with its state in words, and its page leads to the orders that were paid', async () => {
    const id = idOn(await made({ description: 'A paid course' }));
    const read = await pay(id);
    const [order] = (await linkOf(id)).order;
    const page = await support.client.get(`${LINKS}/${id}`);
    expect(page.text).toContain(`/console/merchants/TESTSHOP/orders/${order.id}`);
    expect(wordsOf(page)).toContain('Everything is paid');
    expect(page.text).not.toContain(`${id}/end`);
    const listed = wordsOf(await support.client.get(LINKS));
    expect(listed).toMatch(/A paid course .*€24\.00 paid 1 of 1 paid/);
    // The payer reads the code out on the phone.
    const [, code = read] = /code\W+([A-Z0-9]{4}-[A-Z0-9]{4})/i.exec(read) ?? [];
    expect(code).toHaveLength('ABCD-EFGH'.length);
    const address = `/console/merchants/TESTSHOP/orders/${order.id}`;
    await support.client.get('/console/merchants/TESTSHOP/orders');
    const found = () => support.client.send({ search: code }, '/console/merchants/TESTSHOP/orders');
    await vi.waitUntil(async () => (await found()).headers.location === address, { timeout: 30_000, interval: 50 });
    const again = await support.client.get(`${LINKS}/${id}?done=made`);
    expect(again.text).not.toContain('The link is ready');
  });

  it('ends for good, once', async () => {
    const id = idOn(await made({}));
    const { client } = support;
    const body = async () => {
      await client.get(`${LINKS}/${id}`);
      return new URLSearchParams(client.hidden()).toString();
    };
    const form = await body();
    const replies = await Promise.all([1, 2].map(() => client.post(`${LINKS}/${id}/end`, form)));
    expect(replies.map(({ status }) => status)).toEqual([303, 303]);
    const page = await client.open(String(replies[0]?.headers.location));
    expect(wordsOf(page)).toContain('The link has ended.');
    expect(page.text).not.toContain(`${id}/end`);
    expect(wordsOf(await browse(`/checkout/link/${id}`))).not.toContain('Continue to payment');
  });

  it('of another merchant is not there', async () => {
    await rig.merchant({ id: 'OTHERSHOP', name: 'Other Shop' });
    const { json } = await rig.api('POST', '/link', { link: FIXED_BY_REST }, { merchant: 'OTHERSHOP' });
    const { client } = support;
    await client.get(LINKS);
    expect((await client.get(`${LINKS}/${json.link.id}`)).status).toBe(404);
    await client.get(`${LINKS}/new`);
    expect((await client.send({}, `${LINKS}/${json.link.id}/end`)).status).toBe(404);
    const { json: after } = await rig.api('GET', `/link/${json.link.id}`, undefined, { merchant: 'OTHERSHOP' });
    expect(after.link.status).toBe('OPEN');
  });

  it('has texts of the merchant as texts', async () => {
    const hostile = '"><script>alert(1)</script>';
    const page = await made({ description: hostile, note: hostile, reference: hostile });
    const list = await support.client.get(LINKS);
    for (const { text } of [page, list]) {
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text).not.toContain('<script');
    }
  });

  it('is in the audit trail with the person and the money, before and after', async () => {
    const id = idOn(await made({ description: 'For Mrs Private' }));
    await support.client.send({}, `${LINKS}/${id}/end`);
    const rows = await rig.rows(
      "select action, actor, subject, details from audit_entry where action like 'console link%'",
    );
    const entries = rows
      .map(({ action, actor, subject, details }) => ({ action, actor, subject, ...JSON.parse(String(details)) }))
      .filter((one) => one.link === id);
    const by = { actor: support.email, subject: 'TESTSHOP' };
    expect(entries).toMatchObject([
      { ...by, action: 'console link', state: 'BEGUN', amount: '24.00', currency: 'EUR', numberOfPayments: '1' },
      { ...by, action: 'console link', state: 'DONE' },
      { ...by, action: 'console link ended', state: 'BEGUN' },
      { ...by, action: 'console link ended', state: 'DONE' },
    ]);
    expect(JSON.stringify(entries)).not.toContain('Mrs Private');
  });
});

const FIXED_BY_REST = { amount: '24.00', currency: 'EUR' };

describe('a form that is refused', () => {
  it.each([
    ['currency', { currency: '' }, 'Choose a currency.'],
    ['amount', { amount: '' }, 'Type the amount, such as 24.00.'],
    ['amount', { amount: 'twenty' }, 'Type an amount in digits, such as 24.00.'],
    ['amount', { amount: '0' }, 'Type an amount above zero.'],
    ['amount', { amount: '24.00', currency: 'JPY' }, 'Amounts in JPY have no decimals.'],
    ['amount', { amount: '1,500', currency: 'KWD' }, 'This can be read in two ways. Type 1500.000 or 1.500.'],
    ['most', { kind: 'typed', most: '' }, 'Type the most that a payer may pay, such as 24.00.'],
    ['least', { kind: 'typed', least: '9', most: '5' }, 'This is more than the most. Swap the two, or change one.'],
    ['payments', { payments: 'often' }, 'Type a whole number, such as 12, or leave it empty.'],
    ['until', { until: '24.12.2030' }, 'Type a day as year, month and day: 2026-12-24.'],
    ['until', { until: '2020-01-01' }, 'This day is over. Choose today or a later day.'],
    ['description', { description: 'x'.repeat(128) }, 'This was refused. Allowed: 1 to 127 characters.'],
  ])('has a sentence at the %s: %o', async (input, fields, sentence) => {
    const page = await made({ description: 'Kept as typed', ...fields });
    expect([page.status, problemAt(page, input)]).toEqual([422, sentence]);
    expect(page.text).toContain('aria-invalid="true"');
    expect(page.text).toContain('No link was made. Correct what is marked below.');
  });

  it('keeps what was typed, and makes one link once it is corrected', async () => {
    await support.client.get(`${LINKS}/new`);
    const refused = await support.client.send({ ...FIXED, amount: '', description: 'Kept as typed' });
    expect(refused.text).toContain('value="Kept as typed"');
    expect(idOn(await support.client.submit({ ...FIXED, description: 'Kept as typed' }))).not.toBe('');
  });
});

it('the list of links has pages, the newest first', async () => {
  await rig.merchant({ id: 'MANY', name: 'Many Links' });
  for (let count = 1; count <= 27; count += 1) {
    await rig.api('POST', '/link', { link: { ...FIXED_BY_REST, description: `Link ${count}.` } }, { merchant: 'MANY' });
  }
  const { client } = await enrolled(rig, ['--role', 'viewer', '--merchant', 'MANY']);
  const first = await client.get('/console/merchants/MANY/links');
  const names = ({ text }: Reply) => [...text.matchAll(/Link (\d+)\./g)].map(([, number]) => Number(number));
  expect([names(first).length, names(first)[0], first.text.includes('Make a link')]).toEqual([25, 27, false]);
  const [, next = ''] = /href="([^"]*\?after=[^"]*)"/.exec(first.text) ?? [];
  const last = await client.get(next);
  expect([names(last), last.text.includes('after=')]).toEqual([[2, 1], false]);
});

it('the form of a first link has the currency of the newest order', async () => {
  await rig.merchant({ id: 'FIRST', name: 'First Link' });
  const { client } = await enrolled(rig, ['--role', 'support', '--merchant', 'FIRST']);
  const chosen = async () =>
    /<option value="(\w{3})" selected/.exec((await client.get('/console/merchants/FIRST/links/new')).text)?.[1];
  expect(await chosen()).toBeUndefined();
  const order = { amount: '12.00', currency: 'CHF' };
  await rig.api('PUT', '/order/ORDER-1/transaction/1', paying('PAY', { order }), { merchant: 'FIRST' });
  await vi.waitUntil(async () => (await chosen()) === 'CHF', { timeout: 30_000, interval: 50 });
});
