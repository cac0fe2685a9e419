/** Links that take payments go after their end, and their payers' entries; none that a payment may still need. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/adapters/store/store.ts';
import { eraseCustomer, eraseOrder } from '../../../src/back-office/retention/index.ts';
import { RetentionWorker } from '../../../src/back-office/retention/retention-worker.ts';
import { DAY_MS, HOUR_MS } from '../../../src/contract/durations.ts';
import type { LinkOrder, LinkTerms, StoredLink } from '../../../src/core/ports/index.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { opened } from '../../adapters/store/rig.ts';
import { ended, NOW, storeIntent } from '../../adapters/store/stored-transactions.ts';
import { checkoutSession } from '../../checkout/sessions.ts';

const EMAIL = 'ann@post.example';
const TERMS: LinkTerms = { amount: '24', currency: 'EUR', operation: 'PURCHASE', reference: 'INVOICE-7' };

let store: Store;
let merchantKey: number;
beforeEach(async () => {
  store = await opened();
  merchantKey = (await storeIntent(store, 'ELSEWHERE', NOW, 'SHOP')).order.merchantKey;
});

let made = 0;
async function link(more: Partial<StoredLink> = {}): Promise<StoredLink> {
  made += 1;
  const one: StoredLink = {
    key: store.links.newKey(),
    id: `LINK${made.toString().padStart(12, '0')}`,
    merchantKey,
    terms: TERMS,
    paymentsMax: null,
    taken: 0,
    expiresAt: null,
    endedAt: null,
    createdAt: NOW,
    ...more,
  };
  await store.links.insert(one);
  return one;
}

/** @param session of the payer; without one it was removed, or never made */
async function began({ key: linkKey }: StoredLink, session?: { readonly key: number }): Promise<LinkOrder> {
  made += 1;
  const nothing = { sessionKey: null, sealedSession: null, attempt: null, takenAt: null };
  const key = store.links.newKey();
  const one: LinkOrder = { key, linkKey, orderId: `ORDER-${made}`, state: 'OPEN', createdAt: NOW, ...nothing };
  await store.links.insertOrder(one, `start ${made}`);
  if (session !== undefined) {
    await store.links.setSession(key, session.key, 'sealed');
  }
  return one;
}

async function paid(of: StoredLink, at = NOW): Promise<LinkOrder> {
  const order = await began(of);
  await store.links.take(order, '1', at);
  await store.links.markPaid(order.key);
  return order;
}

/** Lets all walks go to their end at this time, some days after NOW. */
async function walk(days: number): Promise<void> {
  const clock = { now: () => NOW + days * DAY_MS };
  const { retention, merchants } = store;
  const worker = new RetentionWorker({ store: retention, merchants, clock, log: memoryLog() });
  for (let step = 0; step < 4; step += 1) {
    await worker.step();
  }
}

const left = async (of: StoredLink) => (await store.links.orders(of.key, 10)).map(({ orderId }) => orderId);

describe('the walk over links', () => {
  it('removes the entry of a payer who only began, when the payer’s session is gone, and keeps the open link', async () => {
    const open = await link();
    const session = checkoutSession({}, {}, { key: store.sessions.newKey(), merchantKey, expiresAt: NOW + 2 * DAY_MS });
    await store.sessions.insert(session);
    await began(open);
    const alive = await began(open, session);
    await walk(1.5);
    expect(await left(open)).toEqual([alive.orderId]);
    await walk(4);
    await walk(5);
    expect(await left(open)).toEqual([]);
    await walk(3_000);
    expect(await store.links.findByKey(open.key)).toEqual(open);
  });

  it('keeps places that are taken or paid, as long as the link has not ended', async () => {
    const open = await link({ paymentsMax: 3 });
    const taken = await began(open);
    await store.links.take(taken, '1', NOW);
    const { orderId } = await paid(open);
    await walk(3_000);
    expect((await left(open)).sort()).toEqual([taken.orderId, orderId].sort());
    expect(await store.links.findByKey(open.key)).toMatchObject({ taken: 2 });
  });

  it.each<[string, Partial<StoredLink>]>([
    ['was ended', { endedAt: NOW }],
    ['has expired', { expiresAt: NOW }],
    ['is paid', { paymentsMax: 1 }],
  ])('removes a link that %s, after the period of the profile, and then its address is unknown', async (_, terms) => {
    await store.merchants.put({ id: 'SHOP', name: 'Shop', retention: { linkDays: 30 } }, NOW);
    const over = await link(terms);
    await paid(over);
    await walk(29);
    expect(await left(over)).toHaveLength(1);
    // A paid link is ended by the first walk, its orders go with the second, and the link after them.
    for (const days of [31, 32, 33]) {
      await walk(days);
    }
    expect(await left(over)).toEqual([]);
    expect(await store.links.find(over.id)).toBeUndefined();
  });

  it('keeps the place of a payment whose result is open, and its link', async () => {
    const over = await link({ endedAt: NOW });
    const order = await began(over);
    await store.links.take(order, '1', NOW);
    const intent = await storeIntent(store, order.orderId, NOW, 'SHOP');
    await walk(1_000);
    expect(await left(over)).toEqual([order.orderId]);
    expect(await store.links.findByKey(over.key)).toBeDefined();
    await ended(store, intent, { gatewayCode: 'APPROVED' });
    await walk(1_001);
    await walk(1_002);
    expect(await store.links.findByKey(over.key)).toBeUndefined();
  });

  it('removes no entry of a payer who has pressed Pay since it was read', async () => {
    const open = await link({ paymentsMax: 1 });
    const order = await began(open);
    const [row] = await store.retention.rows('LINK_ORDER', 0, 10);
    await store.links.take(order, '1', NOW);
    expect(await store.retention.removeLinkOrder(row!)).toBe(false);
    expect(await left(open)).toEqual([order.orderId]);
  });
});

describe('an erasure', () => {
  const options = (isDryRun = false) => ({
    merchantKey,
    now: NOW + HOUR_MS,
    isDryRun,
    removeSavedCards: async () => 0,
  });
  const texts = { ...TERMS, description: 'Lessons for Ann', note: 'Dear Ann, thank you' };
  const termsOf = async ({ key }: StoredLink) => (await store.links.findByKey(key))?.terms;

  async function paidOrder(of: StoredLink): Promise<string> {
    const { orderId } = await paid(of);
    await ended(store, await storeIntent(store, orderId, NOW, 'SHOP'), { gatewayCode: 'APPROVED' });
    return orderId;
  }

  it('of an order takes the texts of a link for this one payment, and none of a link for many', async () => {
    const [one, many] = [await link({ paymentsMax: 1, terms: texts }), await link({ terms: texts })];
    const [mine, other] = [await paidOrder(one), await paidOrder(many)];
    expect(await eraseOrder(store.erasure, mine, options(true))).toMatchObject({ links: 1 });
    expect(await termsOf(one)).toEqual(texts);
    expect(await eraseOrder(store.erasure, mine, options())).toMatchObject({ links: 1 });
    expect(await eraseOrder(store.erasure, other, options())).toMatchObject({ links: 0 });
    expect(await termsOf(one)).toEqual(TERMS);
    expect(await termsOf(many)).toEqual(texts);
  });

  it('of an order whose payment was declined leaves the texts of the link, which another payer may have paid', async () => {
    const one = await link({ paymentsMax: 1, terms: texts });
    const { orderId } = await began(one);
    await ended(store, await storeIntent(store, orderId, NOW, 'SHOP'), { gatewayCode: 'DECLINED' });
    await paidOrder(one);
    expect(await eraseOrder(store.erasure, orderId, options())).toMatchObject({ links: 0 });
    expect(await termsOf(one)).toEqual(texts);
  });

  it('by address takes the texts of every link that has the address among them', async () => {
    const [named, other] = [await link({ terms: { ...texts, note: EMAIL } }), await link({ terms: texts })];
    expect(await eraseCustomer(store.erasure, EMAIL, options(true))).toMatchObject({ links: 1 });
    expect(await termsOf(named)).toHaveProperty('note', EMAIL);
    expect(await eraseCustomer(store.erasure, EMAIL, options())).toMatchObject({ links: 1 });
    expect(await termsOf(named)).toEqual(TERMS);
    expect(await termsOf(other)).toEqual(texts);
  });

  it('by address counts no link whose only text with the address is its reference, which stays', async () => {
    const terms = { ...texts, reference: EMAIL };
    const named = await link({ terms });
    expect(await eraseCustomer(store.erasure, EMAIL, options())).toMatchObject({ links: 0 });
    expect(await termsOf(named)).toEqual(terms);
  });
});
