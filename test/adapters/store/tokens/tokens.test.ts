import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/adapters/store/store.ts';
import type { Session } from '../../../../src/checkout/session/session.ts';
import type { ReversalAdvice, StoredToken } from '../../../../src/core/ports/index.ts';
import { traceOf } from '../../../../src/core/processing/trace.ts';
import { newFile, opened } from '../rig.ts';

const NOW = 1_800_000_000_000;
const HASH = Buffer.from('hash of a card');

async function withMerchants(file?: string): Promise<{ store: Store; merchantKey: number; otherKey: number }> {
  const store = await opened(file);
  const { key: merchantKey } = await store.merchants.put({ id: 'SHOP', name: 'Shop' }, NOW);
  const { key: otherKey } = await store.merchants.put({ id: 'OTHER', name: 'Other' }, NOW);
  return { store, merchantKey, otherKey };
}

let seals = 0;
function token(store: Store, merchantKey: number, more: Partial<StoredToken> = {}): StoredToken {
  seals += 1;
  return {
    key: store.tokens.newKey(),
    merchantKey,
    token: `token${seals}`,
    fields: { sourceOfFunds: { type: 'CARD', provided: { card: { nameOnCard: 'Ann' } } } },
    sealedCard: Buffer.from(`seal ${seals}`),
    cardHash: Buffer.from(`hash ${seals}`),
    verification: { strategy: 'BASIC', gatewayCode: 'APPROVED' },
    keptFor: null,
    createdAt: NOW,
    updatedAt: null,
    ...more,
  };
}

/** The row as written again, with a new seal. */
function rewritten(before: StoredToken, more: Partial<StoredToken> = {}): StoredToken {
  seals += 1;
  return { ...before, sealedCard: Buffer.from(`seal ${seals}`), updatedAt: NOW + 1, ...more };
}

/** The bytes of every file of the store. */
function filesBeside(file: string): Buffer {
  const folder = dirname(file);
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
}

describe('tokens in the store', () => {
  it('are read unchanged, by their name and by their card', async () => {
    const { store, merchantKey } = await withMerchants();
    const one = token(store, merchantKey);
    expect(await store.tokens.insert(one)).toBe(true);
    expect(await store.tokens.find(merchantKey, one.token)).toEqual(one);
    expect(await store.tokens.findByCard(merchantKey, [one.cardHash!])).toEqual(one);
    expect(await store.tokens.find(merchantKey, 'nobody')).toBeUndefined();
    expect(await store.tokens.findByCard(merchantKey, [HASH])).toBeUndefined();
  });

  it('without hash, verification or change are read the same', async () => {
    const { store, merchantKey } = await withMerchants();
    const one = token(store, merchantKey, { cardHash: null, verification: null });
    await store.tokens.insert(one);
    expect(await store.tokens.find(merchantKey, one.token)).toEqual(one);
  });

  it('are separate for each merchant: another finds neither name nor card, and may have both', async () => {
    const { store, merchantKey, otherKey } = await withMerchants();
    const one = token(store, merchantKey, { token: 'same', cardHash: HASH });
    await store.tokens.insert(one, [HASH]);
    expect(await store.tokens.find(otherKey, 'same')).toBeUndefined();
    expect(await store.tokens.findByCard(otherKey, [HASH])).toBeUndefined();
    expect(await store.tokens.delete(otherKey, 'same')).toBe(false);
    const others = token(store, otherKey, { token: 'same', cardHash: HASH });
    expect(await store.tokens.insert(others, [HASH])).toBe(true);
    expect(await store.tokens.find(merchantKey, 'same')).toEqual(one);
  });

  it('are written once under a name', async () => {
    const { store, merchantKey } = await withMerchants();
    const one = token(store, merchantKey, { token: 'same' });
    const two = token(store, merchantKey, { token: 'same' });
    expect(await Promise.all([one, two].map((each) => store.tokens.insert(each)))).toEqual([true, false]);
    expect(await store.tokens.insert(two, [two.cardHash!])).toBe(false);
    expect(await store.tokens.find(merchantKey, 'same')).toEqual(one);
  });

  it('of one card may be many, and the oldest is found', async () => {
    const { store, merchantKey } = await withMerchants();
    const [one, two] = [token(store, merchantKey, { cardHash: HASH }), token(store, merchantKey, { cardHash: HASH })];
    for (const each of [two, one]) {
      expect(await store.tokens.insert(each)).toBe(true);
    }
    expect((await store.tokens.findByCard(merchantKey, [HASH]))?.token).toBe(one.token);
  });
});

describe('one token a card', () => {
  it('is stored by one of two callers at once, and found by all later ones', async () => {
    const { store, merchantKey } = await withMerchants();
    const many = Array.from({ length: 5 }, () => token(store, merchantKey, { cardHash: HASH }));
    const taken = await Promise.all(many.map((each) => store.tokens.insert(each, [each.cardHash!])));
    expect(taken.filter(Boolean)).toEqual([true]);
    expect(await store.tokens.insert(token(store, merchantKey, { cardHash: HASH }), [HASH])).toBe(false);
    expect(await store.tokens.insert(token(store, merchantKey), [Buffer.from('another card')])).toBe(true);
  });

  it('prevents a change of a token to the card of another', async () => {
    const { store, merchantKey } = await withMerchants();
    const [one, two] = [token(store, merchantKey, { cardHash: HASH }), token(store, merchantKey)];
    for (const each of [one, two]) {
      await store.tokens.insert(each, [each.cardHash!]);
    }
    expect(await store.tokens.replace(rewritten(two, { cardHash: HASH }), two, [HASH])).toBe(false);
    expect(await store.tokens.find(merchantKey, two.token)).toEqual(two);
    const changed = rewritten(one);
    expect(await store.tokens.replace(changed, one, [changed.cardHash!])).toBe(true);
    expect(await store.tokens.find(merchantKey, one.token)).toEqual(changed);
  });
});

describe('a change of a token', () => {
  it('is atomic, and of two that read the same row one succeeds', async () => {
    const { store, merchantKey } = await withMerchants();
    const one = token(store, merchantKey);
    await store.tokens.insert(one);
    const changes = [1, 2].map((n) =>
      rewritten(one, {
        fields: { sourceOfFunds: { type: 'CARD', provided: { card: { nameOnCard: `Ann ${n}` } } } },
        cardHash: Buffer.from(`other ${n}`),
        verification: { strategy: 'ACQUIRER', gatewayCode: 'APPROVED' },
      }),
    );
    expect(await Promise.all(changes.map((each) => store.tokens.replace(each, one)))).toEqual([true, false]);
    expect(await store.tokens.find(merchantKey, one.token)).toEqual(changes[0]);
  });

  it('is refused where the token was deleted meanwhile', async () => {
    const { store, merchantKey } = await withMerchants();
    const one = token(store, merchantKey);
    await store.tokens.insert(one);
    await store.tokens.delete(merchantKey, one.token);
    expect(await store.tokens.replace(rewritten(one), one)).toBe(false);
    expect(await store.tokens.find(merchantKey, one.token)).toBeUndefined();
  });
});

describe('a deleted token', () => {
  it('is deleted once, and its card with it: the seal is in no file', async () => {
    const file = newFile();
    const { store, merchantKey } = await withMerchants(file);
    const seal = Buffer.from('a seal that is looked for in every byte');
    const one = token(store, merchantKey, { sealedCard: seal });
    await store.tokens.insert(one);
    expect(filesBeside(file).includes(seal)).toBe(true);
    expect(await store.tokens.delete(merchantKey, one.token)).toBe(true);
    expect(await store.tokens.delete(merchantKey, one.token)).toBe(false);
    // Closing copies the log into the database, where deleted data is overwritten with zeros.
    await store.close();
    expect(filesBeside(file).includes(seal)).toBe(false);
  });
});

describe('a verification for a token', () => {
  it('uses up a session’s security code once', async () => {
    const { store, merchantKey } = await withMerchants();
    const session: Session = {
      key: store.sessions.newKey(),
      merchantKey,
      id: `SESSION${'0'.repeat(24)}`,
      version: 'aaaaaaaa00',
      fields: {},
      sealedCard: Buffer.from([1]),
      sealedSensitive: Buffer.from([2]),
      sensitiveUntil: NOW + 10,
      updateStatus: 'SUCCESS',
      authenticationLimit: 2,
      authentications: 0,
      checkout: null,
      form: null,
      expiresAt: NOW + 100,
      createdAt: NOW,
      updatedAt: NOW,
    };
    await store.sessions.insert(session);
    const spent = await Promise.all([1, 2].map(() => store.tokens.spendSession(session.key)));
    expect(spent).toEqual([true, false]);
    expect(await store.sessions.find(session.id)).toEqual({ ...session, sealedSensitive: null, sensitiveUntil: null });
  });

  it('stores a reversal that is due at once', async () => {
    const { store } = await withMerchants();
    const [messageKey, key] = [store.tokens.newKey(), store.tokens.newKey()];
    const advice: ReversalAdvice = {
      trace: traceOf(key, NOW),
      original: traceOf(messageKey, NOW),
      originalKind: 'VERIFICATION',
      merchantId: 'SHOP',
      orderId: 'TOKEN-1',
      transactionId: '1',
      amount: 0n,
      currency: { code: 'EUR', numeric: '978' },
    };
    await store.tokens.reverse({ key, messageKey, acquirer: 'default', advice }, NOW);
    expect(await store.orders.dueReversals('default', NOW, 10)).toEqual([{ key, advice, attempts: 0 }]);
  });
});
