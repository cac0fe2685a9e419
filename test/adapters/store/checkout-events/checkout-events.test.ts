/** The event of a checkout is written once, by one process, and only if nothing has changed since it was decided. */
import { beforeEach, expect, it } from 'vitest';
import type { Store } from '../../../../src/adapters/store/store.ts';
import type { NewCheckoutEvent, StoredOrder, WatchedCheckout } from '../../../../src/core/ports/index.ts';
import { checkoutSession } from '../../../checkout/sessions.ts';
import { newUrl, opened } from '../rig.ts';
import { NOW, storeIntent } from '../stored-transactions.ts';

const MINUTE = 60_000;
const DUE = NOW + 15 * MINUTE;
let store: Store;
let other: Store;
let merchantKey: number;
let session: ReturnType<typeof checkoutSession>;
let watched: WatchedCheckout;

beforeEach(async () => {
  const url = await newUrl();
  store = await opened(url);
  // A second process would refuse to share an embedded store, and has the same claims.
  other = url.startsWith('sqlite:') ? store : await opened(url);
  merchantKey = (await storeIntent(store, 'ELSEWHERE', NOW, 'SHOP')).order.merchantKey;
  session = checkoutSession({ idleMinutes: 15 }, {}, { key: store.sessions.newKey(), merchantKey, updatedAt: NOW });
  session = { ...session, expiresAt: NOW + 30 * MINUTE };
  await store.sessions.insert(session);
});

const claimed = async (from = store, at = DUE) => from.checkoutEvents.claim(at, at + 2 * MINUTE, 10);

const eventOf = (key: number, order?: Pick<StoredOrder, 'fence' | 'key'>): NewCheckoutEvent => ({
  event: 'CHECKOUT_ABANDONED',
  session,
  orderId: 'A-1',
  order,
  notification: {
    ...{
      key,
      sequence: 1,
      version: 100,
      url: 'https://shop.example/hook',
      receiver: `${merchantKey} https://shop.example`,
    },
    body: '{"event":"CHECKOUT_ABANDONED"}',
  },
  at: DUE,
});

async function writeEvent(from: Store = store, order?: Pick<StoredOrder, 'fence' | 'key'>): Promise<boolean> {
  return from.checkoutEvents.insert(watched, eventOf(from.checkoutEvents.newKey(), order));
}

it('a checkout is due after the idle minutes, is claimed by one process, and by another one if that dies', async () => {
  expect(await claimed(store, DUE - 1)).toEqual([]);
  const both = await Promise.all([claimed(), claimed(other)]);
  expect(both.flat()).toEqual([{ sessionKey: session.key, merchantKey, claimedUntil: DUE + 2 * MINUTE }]);
  expect(await claimed(other)).toEqual([]);
  expect(await claimed(other, DUE + 2 * MINUTE)).toHaveLength(1);
});

it('the event is written once, with its notification, and can be sent, shown and resent', async () => {
  [watched] = (await claimed()) as [WatchedCheckout];
  const written = await Promise.all([writeEvent(), writeEvent(other), writeEvent()]);
  expect(written.filter(Boolean)).toHaveLength(1);
  expect(await claimed(store, DUE + 100 * MINUTE)).toEqual([]);
  const receiver = String((await store.notifications.receivers())[0]?.receiver);
  const pauses = Array.from({ length: 10 }, () => MINUTE);
  const [sent, ...more] = await store.notifications.claim(receiver, DUE, 10, pauses);
  expect(more).toEqual([]);
  expect(sent).toMatchObject({ merchantKey, codeOrderKey: null, body: '{"event":"CHECKOUT_ABANDONED"}', tries: 1 });
  await store.notifications.recordEnd(sent!, 'DELIVERED', DUE);
  expect(await store.notifications.receivers()).toEqual([]);
  const shown = { merchantId: 'SHOP', orderId: 'A-1', event: 'CHECKOUT_ABANDONED', state: 'DELIVERED', sequence: 1 };
  expect(await store.notifications.find(sent!.key)).toMatchObject(shown);
  expect(await store.notifications.resend(sent!.key, DUE)).toBe(receiver);
  expect(await store.notifications.waitingNotifications(10)).toMatchObject([{ event: 'CHECKOUT_ABANDONED' }]);
});

it('no event is written of a payment that has begun since its order was read', async () => {
  [watched] = (await claimed()) as [WatchedCheckout];
  const { order } = await storeIntent(store, 'A-1', NOW, 'SHOP');
  expect(await writeEvent()).toBe(false);
  expect(await writeEvent(store, order)).toBe(false);
  expect(await store.notifications.receivers()).toEqual([]);
});

it('no event is written of a session that its payer has used since it was read', async () => {
  [watched] = (await claimed()) as [WatchedCheckout];
  await store.sessions.touch(session.key, session.expiresAt + MINUTE);
  expect(await writeEvent()).toBe(false);
});

it('no event is written under a claim that another process has taken over', async () => {
  [watched] = (await claimed()) as [WatchedCheckout];
  await claimed(other, DUE + 2 * MINUTE);
  expect(await writeEvent()).toBe(false);
  await store.checkoutEvents.drop(watched);
  await store.checkoutEvents.postpone(watched, 0);
  expect(await claimed(store, DUE + 3 * MINUTE)).toEqual([]);
  expect(await claimed(store, DUE + 4 * MINUTE)).toHaveLength(1);
});

it('a session is kept while its event is due, and an erased session has none', async () => {
  const at = DUE + 100 * MINUTE;
  const [row] = (await store.retention.rows('SESSION', 0, 10)).filter(({ key }) => key === session.key);
  expect(await store.retention.removeSession(row!, at)).toBe(false);
  expect(await store.sessions.findByKey(session.key)).toBeDefined();
  await store.erasure.removeSessions([session.key]);
  expect(await store.sessions.findByKey(session.key)).toBeUndefined();
  expect(await claimed(store, at)).toEqual([]);
});

it('retention and erase reach the body of a written event', async () => {
  [watched] = (await claimed()) as [WatchedCheckout];
  await writeEvent();
  const { order } = await storeIntent(store, 'A-1', NOW, 'SHOP');
  const records = await store.erasure.records(merchantKey, order.orderId);
  expect(records?.notifications).toMatchObject([{ isWaiting: true, hasBody: true }]);
  const rows = await store.retention.rows('NOTIFICATION', 0, 10);
  expect(rows).toMatchObject([{ merchantKey, since: null, isEmpty: false }]);
  expect(await store.kept.count('NOTIFICATION', merchantKey)).toMatchObject({ rows: 1 });
  expect(await store.kept.count('DELIVERY', merchantKey)).toMatchObject({ rows: 1 });
});
