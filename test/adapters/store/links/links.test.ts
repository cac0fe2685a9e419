/** Stored links: the payments that they take are taken by exactly as many orders, over all processes of a store. */
import { describe, expect, it } from 'vitest';
import type { StoredLinks } from '../../../../src/adapters/store/links/links.ts';
import type { Intent, LinkOrder, StoredLink } from '../../../../src/core/ports/index.ts';
import { onPostgres } from '../../../support/database-place.ts';
import { newFile, newUrl, opened } from '../rig.ts';
import { storeIntent } from '../stored-transactions.ts';

const NOW = 1_800_000_000_000;
let made = 0;

async function link(links: StoredLinks, paymentsMax: number | null): Promise<StoredLink> {
  made += 1;
  const one: StoredLink = {
    key: links.newKey(),
    id: `LINK${made.toString().padStart(12, '0')}`,
    merchantKey: 1,
    terms: { amount: '24', currency: 'EUR', operation: 'PURCHASE', description: 'Café — ☕' },
    paymentsMax,
    taken: 0,
    expiresAt: null,
    endedAt: null,
    createdAt: NOW,
  };
  await links.insert(one);
  return one;
}

async function order(links: StoredLinks, { key: linkKey }: StoredLink, start?: string): Promise<LinkOrder> {
  made += 1;
  const one: LinkOrder = {
    key: links.newKey(),
    linkKey,
    orderId: `ORDER-${made}`,
    sessionKey: null,
    sealedSession: null,
    state: 'OPEN',
    attempt: null,
    takenAt: null,
    createdAt: NOW,
  };
  await links.insertOrder(one, start ?? `start ${made}`);
  return one;
}

describe('a stored link', () => {
  it('is read as it was written', async () => {
    const { links } = await opened();
    const written = await link(links, 3);
    expect(await links.find(written.id)).toEqual(written);
    expect(await links.findByKey(written.key)).toEqual(written);
    expect(await links.ofMerchant(1, 10)).toEqual([written]);
    expect(await links.ofMerchant(2, 10)).toEqual([]);
  });

  it('ends once', async () => {
    const { links } = await opened();
    const { key, id } = await link(links, null);
    expect([await links.end(key, NOW), await links.end(key, NOW + 1)]).toEqual([true, false]);
    expect(await links.find(id)).toMatchObject({ endedAt: NOW });
  });

  it('of fifty orders in two processes, at once, exactly as many take a payment as it takes', async () => {
    const url = onPostgres() ? await newUrl() : newFile();
    const stores = [await opened(url), await opened(url, { owner: false })];
    const [{ links }] = stores as [(typeof stores)[number]];
    const { id, key } = await link(links, 3);
    const orders = await Promise.all(Array.from({ length: 50 }, () => order(links, { key } as StoredLink)));
    const taken = await Promise.all(orders.map((one, index) => stores[index % 2]!.links.take(one, '1', NOW)));
    expect(taken.filter(Boolean)).toHaveLength(3);
    expect(await links.find(id)).toMatchObject({ taken: 3 });
    expect(await links.takenOrders(key, 10)).toHaveLength(3);
  });

  it('takes a payment once for an order, keeps it for further attempts, and gives it back once', async () => {
    const { links } = await opened();
    const one = await link(links, 1);
    const mine = await order(links, one);
    const other = await order(links, one);
    expect([await links.keep(mine.key, '1', NOW), await links.take(mine, '1', NOW)]).toEqual([false, true]);
    expect([await links.take(mine, '1', NOW), await links.take(other, '1', NOW)]).toEqual([false, false]);
    expect(await links.keep(mine.key, '2', NOW + 5)).toBe(true);
    const stale = { key: mine.key, linkKey: one.key, attempt: '1', takenAt: NOW };
    expect(await links.release(stale)).toBe(false);
    const fresh = (await links.findOrderByKey(mine.key)) as LinkOrder;
    expect([await links.release(fresh), await links.release(fresh)]).toEqual([true, false]);
    expect(await links.take(other, '1', NOW + 9)).toBe(true);
    expect(await links.find(one.id)).toMatchObject({ taken: 1 });
  });

  it('keeps a paid payment for good', async () => {
    const { links } = await opened();
    const one = await link(links, 1);
    const mine = await order(links, one);
    await links.take(mine, '1', NOW);
    const taken = (await links.findOrderByKey(mine.key)) as LinkOrder;
    await links.markPaid(mine.key);
    expect([await links.release(taken), await links.keep(mine.key, '2', NOW)]).toEqual([false, false]);
    expect([await links.countPaid(one.key), await links.takenOrders(one.key, 10)]).toEqual([1, []]);
  });

  it('makes one order for a form, and one session for an order', async () => {
    const { links } = await opened();
    const one = await link(links, null);
    const first = await order(links, one, 'the form');
    const repeat = { ...first, key: links.newKey(), orderId: 'ANOTHER' };
    expect(await links.insertOrder(repeat, 'the form')).toBe(false);
    expect(await links.findOrder('the form')).toEqual(first);
    expect([await links.setSession(first.key, 7, 'sealed'), await links.setSession(first.key, 8, 'other')]).toEqual([
      true,
      false,
    ]);
    expect(await links.findOrder('the form')).toMatchObject({ sessionKey: 7, sealedSession: 'sealed' });
  });
});

describe('the intent of a payment by a link', () => {
  async function taken() {
    const store = await opened();
    const one = await link(store.links, 1);
    const mine = await order(store.links, one);
    await store.links.take(mine, '1', NOW);
    const row = (await store.links.findOrderByKey(mine.key))!;
    // The order of the intent has no row before it.
    const { order: other, transaction } = await storeIntent(store, `OTHER-${made}`);
    const key = store.orders.newKey();
    const fresh = { ...other, key: store.orders.newKey(), orderId: mine.orderId, lockedBy: key, updatedAt: NOW + 1 };
    const intent: Intent = {
      order: fresh,
      isNew: true,
      transaction: { ...transaction, key, orderKey: fresh.key },
      sealedCard: null,
      place: { linkOrder: mine.key, attempt: '1' },
    };
    return { store, row, intent };
  }

  it('is stored only while the order holds its place for this attempt', async () => {
    const { store, row, intent } = await taken();
    const place = intent.place!;
    const other = { ...place, attempt: '2' };
    expect([await store.orders.isPlaceTaken(place), await store.orders.isPlaceTaken(other)]).toEqual([true, false]);
    expect(await store.orders.begin({ ...intent, place: other })).toBe(false);
    expect(await store.links.release(row)).toBe(true);
    expect(await store.orders.begin(intent)).toBe(false);
    expect(await store.orders.find(intent.order.merchantKey, intent.order.orderId)).toBeUndefined();
    expect(await store.orders.isPlaceTaken(place)).toBe(false);
  });

  it('fails a release that was decided before it', async () => {
    const { store, row, intent } = await taken();
    expect(await store.orders.begin(intent)).toBe(true);
    expect(await store.links.release(row)).toBe(false);
    expect(await store.orders.isPlaceTaken(intent.place!)).toBe(true);
  });
});
