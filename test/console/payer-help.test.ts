/**
 * Staff help a payer on an order's page: with the receipt, the checkout and a saved card. It shows the payer's words.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../src/contract/durations.ts';
import { Mailbox } from '../../src/sandbox/mail/mailbox.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { GOOD, hands, REFUSED, wordsOf } from '../checkout/hands.ts';
import { type Enrolled, enrolled, later } from './person.ts';

const EMAIL = 'payer@mail.example';
const PATIENCE = { timeout: 30_000, interval: 20 };
const mailbox = new Mailbox();

let rig: Rig;
let support: Enrolled;
let viewer: Enrolled;
beforeAll(async () => {
  const port = await mailbox.listen('127.0.0.1', 0);
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'receipts@pay.example' };
  rig = await startRig(mail, 1, 'trace', { profile: { savedCards: {} } });
  support = await enrolled(rig, ['--role', 'support', '--merchant', 'TESTSHOP']);
  viewer = await enrolled(rig, ['--role', 'viewer', '--merchant', 'TESTSHOP']);
});
beforeEach(() => mailbox.forget());
afterAll(async () => {
  await rig.close();
  await mailbox.close();
});

const { browse, checkout, form, post, submit } = hands(() => rig);

const addressOf = (order: string) => `/console/merchants/TESTSHOP/orders/${order}`;

/** The address of the form on an order's page that ends so. */
const formOf = (text: string, end: string) => new RegExp(`action="([^"]*/${end})"`).exec(text)?.[1] ?? '';

async function paid(more: object = {}): Promise<string> {
  const { id, order } = await checkout({ customer: { email: EMAIL }, ...more });
  await submit(id);
  await vi.waitUntil(() => mailbox.mails.length === 1, PATIENCE);
  return order;
}

const acts = async (order: string, action: string) => {
  const rows = await rig.rows('select actor, details from audit_entry where action = ?', action);
  const entries = rows.map(({ actor, details }) => ({ actor, ...JSON.parse(String(details)) }));
  return entries.filter((one) => one.order === order).map(({ actor, state }) => [actor, state]);
};

describe('a receipt', () => {
  it('is sent again to the payment’s own address, once for two clicks, and three times a day', async () => {
    const order = await paid();
    const { text } = await support.client.get(addressOf(order));
    const send = formOf(text, 'receipt');
    const body = new URLSearchParams({ ...support.client.hidden(), to: 'stranger@mail.example' }).toString();
    const replies = await Promise.all([1, 2].map(() => support.client.post(send, body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 409]);
    await vi.waitUntil(() => mailbox.mails.length === 2, PATIENCE);
    const [first, second] = mailbox.mails;
    expect(second).toMatchObject({ recipients: [EMAIL], subject: first?.subject });
    const ids = [first, second].map((mail) => mail?.headers.find(([name]) => /^message-id$/i.test(name))?.[1]);
    expect(new Set(ids).size).toBe(2);
    for (const status of [303, 303, 429]) {
      later(rig, MINUTE_MS + 1_000);
      expect((await support.client.post(send, body)).status).toBe(status);
      await vi.waitUntil(async () => (await rig.rows('select * from receipt_mail')).length === 0, PATIENCE);
    }
    expect(mailbox.mails).toHaveLength(4);
    const page = wordsOf(await support.client.get(addressOf(order)));
    expect(page).toContain(`Receipt sent again done by ${support.email}`);
    expect(page).toContain(`Receipt sent again refused by ${support.email} Three receipts were sent in a day.`);
    expect(await acts(order, 'console receipt resent')).toHaveLength(10);
  });

  it('is not offered for a payment without one, nor to a person who only sees', async () => {
    const { id, order } = await checkout();
    await submit(id);
    const send = `${addressOf(order)}/receipt`;
    expect((await support.client.get(addressOf(order))).text).not.toContain(send);
    const refused = await support.client.submit({}, send);
    expect([refused.status, wordsOf(refused).includes('there is no receipt')]).toEqual([409, true]);
    const mailed = await paid();
    expect((await viewer.client.get(addressOf(mailed))).text).not.toContain(`${addressOf(mailed)}/receipt`);
  });
});

describe('a payment page that is open', () => {
  it('is ended, and nothing is paid by a form that was shown before', async () => {
    const { id, order } = await checkout();
    await submit(id, REFUSED);
    const { action, hidden, cookie } = await form(id);
    const page = await support.client.get(addressOf(order));
    expect(wordsOf(page)).toContain('The payment page is open');
    const end = formOf(page.text, 'end');
    expect(wordsOf(await support.client.submit({}, end))).toContain('The checkout is ended');
    await post(action, { ...hidden, ...GOOD }, { Cookie: cookie });
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('Payment cancelled You have not been charged.');
    const { json } = await rig.api('GET', `/order/${order}`);
    expect([json.transaction.length, json.totalCapturedAmount]).toEqual([1, 0]);
    expect((await support.client.get(addressOf(order))).text).not.toContain(end);
    expect((await support.client.submit({}, end)).status).toBe(409);
    expect(await acts(order, 'console checkout ended')).toEqual([
      [support.email, 'BEGUN'],
      [support.email, 'DONE'],
      [support.email, 'BEGUN'],
      [support.email, 'REFUSED'],
    ]);
  });

  it('of another order, or one that is paid, is not ended', async () => {
    const other = await checkout();
    await submit(other.id, REFUSED);
    const end = formOf((await support.client.get(addressOf(other.order))).text, 'end');
    const { id, order } = await checkout();
    await submit(id);
    expect(wordsOf(await support.client.get(addressOf(order)))).not.toContain('The payment page is open');
    expect((await support.client.submit({}, end.replace(other.order, order))).status).toBe(409);
    expect(wordsOf(await browse(`/checkout/pay/${other.id}`))).not.toContain('Payment cancelled');
  });
});

describe('a payment page that nobody has tried to pay with', () => {
  /** The address of the page, as the search for the order leads there. */
  const found = async ({ client }: Enrolled, order: string) => {
    await client.get('/console/merchants/TESTSHOP/orders');
    const list = await client.submit({ search: order }, '/console/merchants/TESTSHOP/orders');
    return /href="([^"]*\/checkouts\/\d+)"/.exec(list.text)?.[1];
  };

  it('is found by its order, shows what it is for, and is ended: nothing is paid by a form shown before', async () => {
    const customer = { email: EMAIL };
    const { id, order } = await checkout({ customer, order: { description: '<b>Two tickets</b>' } });
    const { action, hidden, cookie } = await form(id);
    const address = (await found(support, order)) ?? '';
    const page = await support.client.get(address);
    expect(wordsOf(page)).toContain('The payment page is open, and nobody has tried to pay');
    expect(page.text).not.toContain('<b>Two');
    for (const text of [order, EMAIL, '€10.00', 'Two tickets', 'https://shop.example/back']) {
      expect(wordsOf(page)).toContain(text);
    }
    // The session's id is a password, and the address of the shop may have the payer's data.
    expect([page.text.includes(id), page.text.includes('cart[id]')]).toEqual([false, false]);

    expect(wordsOf(await support.client.submit({}, `${address}/end`))).toContain('The checkout is ended');
    await post(action, { ...hidden, ...GOOD }, { Cookie: cookie });
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('Payment cancelled You have not been charged.');
    const { json } = await rig.api('GET', `/order/${order}`);
    expect([json.transaction, json.status, json.totalCapturedAmount]).toEqual([[], 'INITIATED', 0]);
    const words = wordsOf(await support.client.get(addressOf(order)));
    expect(words).toContain(`End of the payer's checkout done by ${support.email}`);
    expect(wordsOf(await support.client.get(address))).toContain('The payment page is over');
    expect(await found(support, order)).toBeUndefined();
  });

  it('is ended once by two people at once, and both are in the trail', async () => {
    const { id, order } = await checkout();
    const other = await enrolled(rig, ['--role', 'operator']);
    const address = (await found(support, order)) ?? '';
    await other.client.get(address);
    const replies = await Promise.all([support, other].map(({ client }) => client.send({}, `${address}/end`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([303, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(wordsOf(refused ?? { text: '' })).toContain('Nothing was done: the checkout was over before.');
    expect((await acts(order, 'console checkout ended')).map(([, state]) => state).sort()).toEqual([
      ...['BEGUN', 'BEGUN', 'DONE', 'REFUSED'],
    ]);
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('Payment cancelled');
  });

  it('is seen, and not ended, by a person who only sees; a session without a payment page is not found', async () => {
    const { id, order } = await checkout();
    const address = (await found(viewer, order)) ?? '';
    const page = await viewer.client.get(address);
    expect([page.status, page.text.includes('/end"')]).toEqual([200, false]);
    expect((await viewer.client.send({}, `${address}/end`)).status).toBe(403);
    expect(wordsOf(await browse(`/checkout/pay/${id}`))).not.toContain('Payment cancelled');
    const [{ key }] = (await rig.rows('select max(key) as key from session')) as [{ key: number }];
    await rig.api('POST', '/session');
    const [{ key: plain }] = (await rig.rows('select max(key) as key from session')) as [{ key: number }];
    expect(plain).not.toBe(key);
    for (const wrong of [`${plain}`, '0', '-1', '1e99', 'x', '%2e']) {
      expect((await viewer.client.get(address.replace(/\d+$/, wrong))).status).toBe(404);
    }
  });
});

it('a saved card is deleted, and the payer is not offered it any more', async () => {
  const customer = { email: EMAIL, id: 'customer-of-cards' };
  const { id, order } = await checkout({ customer });
  await submit(id, { ...GOOD, nameOnCard: 'Ada Byrne', saveCard: 'on' });
  const page = await support.client.get(addressOf(order));
  expect(wordsOf(page)).toContain('Saved card Mastercard •••• 0008');
  const remove = formOf(page.text, 'delete');
  const offered = async () => (await form((await checkout({ customer })).id)).page.text.includes('value="saved-card-');
  expect(await offered()).toBe(true);
  expect(wordsOf(await support.client.submit({}, remove))).toContain('The saved card is deleted.');
  expect(await offered()).toBe(false);
  expect((await support.client.submit({}, remove)).status).toBe(409);
  expect(wordsOf(await support.client.get(addressOf(order)))).toContain(
    `Deletion of a saved card: MASTERCARD •••• 0008 done by ${support.email}`,
  );
});

it('the page shows the words that the payer reads, in the payer’s language, and the code to read out', async () => {
  const { id, order } = await checkout({ interaction: { locale: 'de_DE' } });
  await submit(id);
  const page = await viewer.client.get(addressOf(order));
  const words = wordsOf(page);
  expect(words).toContain('Reads about the payment, in German (Germany): Bezahlt');
  expect(page.text).toContain('<blockquote lang="de-DE" dir="ltr">');
  const [, code = ''] = /Support code ([A-Z0-9-]+)/.exec(words) ?? [];
  expect(code).not.toBe('');
  expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain(code);
  expect(page.text).not.toContain('/checkout/');
});
