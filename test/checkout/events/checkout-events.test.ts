/** A merchant is notified, once, of a checkout that ended without a payment, and of no other. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Reply, type Rig, startRig } from '../../api/rest/rig.ts';
import { type Notified, type Receiver, startReceiver } from '../../support/receiver.ts';
import { hands, REFUSED } from '../hands.ts';

const MINUTE = 60_000;
const waiting = { timeout: 15_000, interval: 20 };
let rig: Rig;
let shop: Receiver;
beforeAll(async () => {
  shop = await startReceiver();
  const notification = { url: `${shop.origin}/hook?shop=1`, secret: 'letmein', checkoutEvents: {} };
  rig = await startRig({}, 1, 'trace', { profile: { notification } });
});
afterAll(async () => {
  await rig.close();
  await shop.close();
});
beforeEach(() => {
  shop.notified.length = 0;
});

const { browse, post, checkout, form, submit } = hands(() => rig);
let ahead = 0;
const later = (minutes: number) => {
  rig.later(minutes * MINUTE);
  ahead += minutes * MINUTE;
};
const watched = () => rig.rows('select * from checkout_event where due_at is not null');
/** Waits until every checkout that is due was looked at. A claim is for two minutes. */
const looked = () =>
  vi.waitUntil(async () => (await watched()).every((row) => Number(row.due_at) > Date.now() + ahead + 1_000), waiting);
const bodies = () => shop.notified.map(({ rawBody }) => JSON.parse(rawBody));
const events = (order?: string) => bodies().filter(({ event, order: of }) => event && (!order || of.id === order));

async function notified(order: string): Promise<{ readonly body: Record<string, unknown>; readonly sent: Notified }> {
  await vi.waitUntil(() => events(order).length > 0, waiting);
  const at = bodies().findIndex(({ event, order: of }) => event && of.id === order);
  return { body: bodies()[at], sent: shop.notified[at]! };
}

async function cancel(id: string): Promise<Reply> {
  const { hidden, cookie } = await form(id);
  return post(`/checkout/cancel/${id}`, hidden, { Cookie: cookie });
}

it('a cancelled checkout is abandoned, a quarter of an hour later, and a payment after that follows', async () => {
  const { id, order } = await checkout({ order: { reference: 'BASKET-7' } });
  expect((await cancel(id)).status).toBe(303);
  later(14);
  await looked();
  expect(shop.notified).toEqual([]);
  later(2);
  const { body, sent } = await notified(order);
  expect(body).toEqual({
    checkout: {
      cancelledByPayer: true,
      failedAttempts: 0,
      mode: 'WEBSITE',
      operation: 'PURCHASE',
      timeOfLastStep: expect.stringMatching(/Z$/),
    },
    event: 'CHECKOUT_ABANDONED',
    merchant: 'TESTSHOP',
    order: { amount: 10, currency: 'EUR', id: order, reference: 'BASKET-7' },
    sequence: 1,
    timeOfRecord: expect.stringMatching(/Z$/),
    version: '100',
  });
  expect(sent.path).toBe('/hook?shop=1');
  expect(sent.headers).toMatchObject({ 'x-notification-attempt': '1', 'x-notification-secret': 'letmein' });
  expect(sent.headers['x-notification-id']).toBe(sent.headers['webhook-id']);
  expect(sent.headers['webhook-signature']).toMatch(/^v1,/);
  // It has no payment, so nobody was shown a code.
  expect(sent.headers['x-notification-support-code']).toBeUndefined();
  await submit(id);
  await vi.waitUntil(() => shop.notified.length === 2, waiting);
  expect(bodies()[1]).toMatchObject({ order: { id: order }, sequence: 1, result: 'SUCCESS' });
  later(60);
  await looked();
  expect(events()).toHaveLength(1);
});

it('a checkout that nobody pays times out once, and its failed attempt is counted', async () => {
  const { id, order } = await checkout({ interaction: { timeout: '600' } });
  await submit(id, REFUSED);
  await vi.waitUntil(() => shop.notified.length === 1, waiting);
  later(11);
  const { body, sent } = await notified(order);
  expect(body).toMatchObject({ event: 'CHECKOUT_TIMED_OUT', checkout: { cancelledByPayer: false, failedAttempts: 1 } });
  const ofPayment = shop.notified[0]?.headers['x-notification-support-code'];
  expect(sent.headers['x-notification-support-code']).toBe(ofPayment);
  later(60);
  await looked();
  expect(events()).toHaveLength(1);
});

it('the event of a link’s checkout names the link', async () => {
  const link = { amount: '24.00', currency: 'EUR' };
  const { json } = await rig.api('POST', '/link', { link });
  const path = new URL(json.link.url).pathname;
  const { text } = await browse(path);
  const start = /name="start" value="([^"]*)"/.exec(text)?.[1] ?? '';
  expect((await post(path, { start, locale: 'en' })).status).toBe(303);
  const [row] = await rig.rows('select order_id from link_order');
  later(16);
  const { body } = await notified(String(row?.order_id));
  expect(body).toMatchObject({ event: 'CHECKOUT_ABANDONED', link: { id: json.link.id }, order: { amount: 24 } });
});

it('a payment link that its payer opened and left is abandoned long before its end', async () => {
  const expiryDateTime = new Date(Date.now() + ahead + 5_000 * MINUTE).toISOString();
  const paymentLink = { expiryDateTime, numberOfAllowedAttempts: '3' };
  const { id, order } = await checkout({ checkoutMode: 'PAYMENT_LINK', paymentLink });
  later(60);
  await looked();
  expect(events(order)).toEqual([]);
  await browse(`/checkout/pay/${id}`);
  later(16);
  expect((await notified(order)).body).toMatchObject({
    event: 'CHECKOUT_ABANDONED',
    checkout: { mode: 'PAYMENT_LINK' },
  });
});

it('an event that was refused is sent again, like any notification', async () => {
  shop.answer = (_, response) => void response.writeHead(500).end();
  const { order } = await checkout();
  later(16);
  const first = await notified(order);
  shop.answer = (_, response) => void response.end();
  later(2);
  await vi.waitUntil(() => events(order).length === 2, waiting);
  const again = shop.notified.at(-1);
  expect(again?.headers['x-notification-attempt']).toBe('2');
  expect(again?.headers['x-notification-id']).toBe(first.sent.headers['x-notification-id']);
  expect(again?.rawBody).toBe(first.sent.rawBody);
});

it('a merchant that does not ask for events has no entry of a checkout', async () => {
  await rig.merchant({ id: 'QUIET', name: 'Quiet shop', notification: { url: `${shop.origin}/quiet` } });
  const before = await watched();
  const order = { id: 'quiet-1', amount: '10.00', currency: 'EUR' };
  const asked = { apiOperation: 'INITIATE_CHECKOUT', interaction: { operation: 'PURCHASE' }, order };
  expect((await rig.api('POST', '/session', asked, { merchant: 'QUIET' })).status).toBe(201);
  expect(await watched()).toEqual(before);
});

it('a session that becomes a checkout is watched, and has an event', async () => {
  const { json } = await rig.api('POST', '/session', {});
  const before = (await watched()).length;
  const { order } = await becomeCheckout(json.session.id);
  expect(await watched()).toHaveLength(before + 1);
  later(16);
  expect((await notified(order)).body).toMatchObject({ event: 'CHECKOUT_ABANDONED' });
});

async function becomeCheckout(id: string): Promise<{ readonly order: string }> {
  const order = `became-${id.slice(-8)}`;
  await rig.api('POST', '/session', {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: { operation: 'PURCHASE' },
    order: { id: order, amount: '10.00', currency: 'EUR' },
    session: { id },
  });
  return { order };
}
