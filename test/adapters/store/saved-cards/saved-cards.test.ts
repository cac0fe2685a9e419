/** Links between payers and tokens, on both engines. */
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/adapters/store/store.ts';
import type { SavedCustomer, StoredToken } from '../../../../src/core/ports/index.ts';
import { newUrl, opened } from '../rig.ts';

const NOW = 1_800_000_000_000;
const hashOf = (name: string) => Buffer.from(`hash of ${name}`.padEnd(32));

async function shop(url?: string) {
  const store = await opened(url);
  const { key: merchantKey } = await store.merchants.put({ id: 'SHOP', name: 'Shop' }, NOW);
  const { key: otherKey } = await store.merchants.put({ id: 'OTHER', name: 'Other' }, NOW);
  return { store, merchantKey, otherKey };
}

async function token(store: Store, merchantKey: number, keptFor: StoredToken['keptFor'] = 'PAYER') {
  const key = store.tokens.newKey();
  const made: StoredToken = {
    key,
    merchantKey,
    token: `token${key}`,
    fields: { sourceOfFunds: { type: 'CARD' } },
    sealedCard: Buffer.from(`seal ${key}`),
    cardHash: null,
    verification: null,
    keptFor,
    createdAt: NOW,
    updatedAt: null,
  };
  expect(await store.tokens.insert(made)).toBe(true);
  return made;
}

function customer({ customerCards }: Store, merchantKey: number, name = 'ada'): SavedCustomer {
  const sealed = Buffer.from(`sealed ${name}`);
  return { key: customerCards.newKey(), merchantKey, hash: hashOf(name), sealed, createdAt: NOW };
}

const keep = (store: Store, merchantKey: number, tokenKey: number, { name = 'ada', at = NOW } = {}) =>
  store.customerCards.keep(customer(store, merchantKey, name), [hashOf(name)], {
    key: store.customerCards.newKey(),
    tokenKey,
    createdAt: at,
    usedAt: at,
    keptUntil: at + 1_000,
  });

const cardsOf = (store: Store, merchantKey: number, ...names: string[]) =>
  store.customerCards.ofCustomer(merchantKey, names.map(hashOf));

describe('saved cards in the store', () => {
  it('are read with their tokens, the last used first, under any of the hashes', async () => {
    const { store, merchantKey } = await shop();
    const [one, two] = [await token(store, merchantKey), await token(store, merchantKey)];
    expect(await keep(store, merchantKey, one.key)).toBe(true);
    expect(await keep(store, merchantKey, two.key, { at: NOW + 5 })).toBe(true);
    const cards = await cardsOf(store, merchantKey, 'older key', 'ada');
    expect(cards.map((card) => card.token)).toEqual([two, one]);
    expect(cards[0]).toMatchObject({ usedAt: NOW + 5, keptUntil: NOW + 1_005, createdAt: NOW + 5 });
    expect(await store.customerCards.ofKey(cards[0]!.customerKey)).toEqual(cards);
    await store.customerCards.use(cards[1]!.key, { usedAt: NOW + 9, keptUntil: NOW + 2_000 });
    expect((await cardsOf(store, merchantKey, 'ada'))[0]).toMatchObject({ token: one, keptUntil: NOW + 2_000 });
  });

  it('belong to a customer of one merchant, and never to another merchant’s token', async () => {
    const { store, merchantKey, otherKey } = await shop();
    await keep(store, merchantKey, (await token(store, merchantKey)).key);
    expect(await cardsOf(store, otherKey, 'ada')).toEqual([]);
    expect(await cardsOf(store, merchantKey, 'bob')).toEqual([]);
    await keep(store, merchantKey, (await token(store, otherKey)).key, { name: 'eve' });
    expect(await cardsOf(store, merchantKey, 'eve')).toEqual([]);
  });

  it('of one token are one card, however often and by however many processes it is saved', async () => {
    const url = await newUrl();
    const { store, merchantKey } = await shop(url);
    const { key } = await token(store, merchantKey);
    await Promise.all(Array.from({ length: 20 }, () => keep(store, merchantKey, key)));
    expect(await cardsOf(store, merchantKey, 'ada')).toHaveLength(1);
  });

  it('are not saved for a token that is gone', async () => {
    const { store, merchantKey } = await shop();
    const made = await token(store, merchantKey);
    await store.tokens.delete(merchantKey, made.token);
    expect(await keep(store, merchantKey, made.key)).toBe(false);
    expect(await store.customerCards.findCustomer(merchantKey, [hashOf('ada')])).toBeUndefined();
  });

  it('are removed with a token that only payers kept, and with the row of a payer without cards', async () => {
    const { store, merchantKey } = await shop();
    const [payers, merchants] = [await token(store, merchantKey), await token(store, merchantKey, null)];
    await keep(store, merchantKey, payers.key);
    await keep(store, merchantKey, merchants.key);
    await keep(store, merchantKey, payers.key, { name: 'bob' });
    for (const card of await cardsOf(store, merchantKey, 'ada')) {
      expect(await store.customerCards.remove(card)).toBe(true);
      expect(await store.customerCards.remove(card)).toBe(false);
    }
    expect(await store.customerCards.findCustomer(merchantKey, [hashOf('ada')])).toBeUndefined();
    expect(await store.tokens.find(merchantKey, payers.token)).toEqual(payers);
    const [bobs] = await cardsOf(store, merchantKey, 'bob');
    await store.customerCards.remove(bobs!);
    expect(await store.tokens.find(merchantKey, payers.token)).toBeUndefined();
    expect(await store.tokens.find(merchantKey, merchants.token)).toEqual(merchants);
  });

  it('are not removed by another payer’s key, nor after they were used since', async () => {
    const { store, merchantKey } = await shop();
    await keep(store, merchantKey, (await token(store, merchantKey)).key);
    const [card] = await cardsOf(store, merchantKey, 'ada');
    const { key, customerKey, keptUntil } = card!;
    expect(await store.customerCards.remove({ key, customerKey: customerKey + 1 })).toBe(false);
    await store.customerCards.use(key, { usedAt: NOW + 9, keptUntil: keptUntil + 9 });
    expect(await store.customerCards.removeAt(key, keptUntil)).toBe(false);
    expect(await store.customerCards.removeAt(key, keptUntil + 9)).toBe(true);
  });

  it('of a token that the merchant deleted are not shown, and all keys of the payer are known', async () => {
    const { store, merchantKey } = await shop();
    const made = await token(store, merchantKey);
    await keep(store, merchantKey, made.key);
    const customerKey = (await store.customerCards.findCustomer(merchantKey, [hashOf('ada')]))!;
    await store.tokens.delete(merchantKey, made.token);
    expect(await cardsOf(store, merchantKey, 'ada')).toEqual([]);
    expect(await store.customerCards.keysOf(customerKey)).toHaveLength(1);
  });
});
