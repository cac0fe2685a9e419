import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/adapters/store/store.ts';
import type { Session } from '../../../../src/checkout/session/session.ts';
import { idHash, openUnderId } from '../../../../src/platform/id-seal.ts';
import { newDatabase } from '../../../support/database-place.ts';
import { onEnd, opened } from '../rig.ts';

const NOW = 1_800_000_000_000;

function session(store: Store, more: Partial<Session> = {}): Session {
  return {
    key: store.sessions.newKey(),
    merchantKey: 1,
    id: `SESSION${Math.random().toString(36).slice(2).padEnd(24, '0').slice(0, 24)}`,
    version: 'aaaaaaaa00',
    fields: { order: { amount: '1.5' } },
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
    ...more,
  };
}

describe('sessions in the store', () => {
  it('are read unchanged', async () => {
    const store = await opened();
    const plain = session(store);
    const checkout = session(store, {
      checkout: { operation: 'PURCHASE', mode: 'WEBSITE', successIndicator: 'ab', version: 100, attemptsMax: 3 },
      form: { method: 'card', kept: { nameOnCard: 'Ann' }, errors: {} },
      sealedCard: null,
      sealedSensitive: null,
      sensitiveUntil: null,
    });
    for (const each of [plain, checkout]) {
      await store.sessions.insert(each);
      expect(await store.sessions.find(each.id)).toEqual(each);
    }
    expect(await store.sessions.find('SESSION')).toBeUndefined();
  });

  it('are found by their order, of one merchant, as checkouts alone, beyond a page of others', async () => {
    const store = await opened();
    const checkout = {
      ...({ operation: 'PURCHASE', mode: 'WEBSITE' } as const),
      ...{ successIndicator: 'ab', version: 100, attemptsMax: 3 },
    };
    const ids = ['50%_!off', `a"b\\c'`, 'ORDER-1', 'ORDER-10', 'order-1'];
    const made = ids.map((id) => session(store, { checkout, fields: { order: { id } } }));
    const fields = { order: { id: 'ORDER-1' } };
    const hidden = [
      session(store, { fields }),
      session(store, { checkout, fields, merchantKey: 2 }),
      session(store, { checkout, fields: { order: { id: 'X' }, customer: { id: 'ORDER-1' } } }),
    ];
    const others = Array.from({ length: 1_001 }, () => session(store));
    for (const each of [...made, ...hidden]) {
      await store.sessions.insert(each);
    }
    await Promise.all(others.map((each) => store.sessions.insert(each)));
    for (const [index, id] of ids.entries()) {
      expect((await store.sessions.ofOrder(1, id)).map(({ key }) => key)).toEqual([made[index]?.key]);
    }
    expect(await store.sessions.ofOrder(1, '%')).toEqual([]);
  });

  it('are replaced on the version that was read, by one of two callers', async () => {
    const store = await opened();
    const first = session(store);
    await store.sessions.insert(first);
    const both = await Promise.all(
      ['b', 'c'].map((letter) => store.sessions.replace({ ...first, version: `${letter.repeat(8)}01` }, first)),
    );
    expect(both).toEqual([true, false]);
    expect((await store.sessions.find(first.id))?.version).toBe('bbbbbbbb01');
  });

  it('are not replaced where the security code that was read is erased, so that it does not return', async () => {
    const store = await opened();
    const read = { ...session(store), sealedSensitive: Buffer.from('sealed'), sensitiveUntil: NOW - 1 };
    await store.sessions.insert(read);
    await store.sessions.erase(NOW);
    const next = { ...read, version: 'bbbbbbbb01' };
    expect(await store.sessions.replace(next, read)).toBe(false);
    const erased = (await store.sessions.find(read.id))!;
    expect(erased.sealedSensitive).toBeNull();
    expect(await store.sessions.replace({ ...erased, version: 'bbbbbbbb01' }, erased)).toBe(true);
  });

  it('count their id as password up to the limit, for any number of concurrent requests', async () => {
    const store = await opened();
    const each = session(store);
    await store.sessions.insert(each);
    const asked = await Promise.all(Array.from({ length: 5 }, () => store.sessions.countAuthentication(each.key)));
    expect(asked).toEqual([true, true, false, false, false]);
  });

  it('lose a security code when it is due, and the card when they end', async () => {
    const store = await opened();
    const each = session(store);
    await store.sessions.insert(each);
    await store.sessions.erase(NOW + 9);
    expect(await store.sessions.find(each.id)).toEqual(each);
    await store.sessions.erase(NOW + 10);
    expect(await store.sessions.find(each.id)).toMatchObject({
      sealedSensitive: null,
      sensitiveUntil: null,
      sealedCard: each.sealedCard,
    });
    await store.sessions.erase(NOW + 100);
    expect(await store.sessions.find(each.id)).toMatchObject({ sealedCard: null });
  });
});

describe('ids of sessions', () => {
  it('are found by the id, and not by its hash', async () => {
    const store = await opened();
    const each = session(store);
    await store.sessions.insert(each);
    expect(await store.sessions.find(idHash(each.id))).toBeUndefined();
    expect(await store.sessions.findByKey(each.key)).not.toHaveProperty('id');
  });

  it('may have aliases, each until its end', async () => {
    const store = await opened();
    const each = session(store);
    await store.sessions.insert(each);
    const alias = `SESSION${'z'.repeat(24)}`;
    await store.sessions.addAlias(each.key, alias, NOW + 5, {});
    expect(await store.sessions.find(alias)).toEqual({ ...each, id: alias, alias: {} });
    await store.sessions.erase(NOW + 4);
    expect(await store.sessions.find(alias)).toBeDefined();
    await store.sessions.erase(NOW + 5);
    expect(await store.sessions.find(alias)).toBeUndefined();
    expect(await store.sessions.find(each.id)).toBeDefined();
  });

  it('that are aliases hold the session’s own id, encrypted under the alias', async () => {
    const place = await newDatabase();
    onEnd(() => place.remove());
    const store = await opened(place.url);
    const each = session(store);
    await store.sessions.insert(each);
    const alias = `SESSION${'z'.repeat(24)}`;
    await store.sessions.addAlias(each.key, alias, NOW + 5, { ownId: each.id });
    expect(await store.sessions.find(alias)).toEqual({ ...each, id: alias, alias: { ownId: each.id } });
    const [row] = await place.rows('select sealed_id from session_alias');
    expect(String(row?.sealed_id)).not.toContain(each.id);
    expect(openUnderId(each.id, String(row?.sealed_id), 'own id')).toBeUndefined();
  });

  it('that an older process has stored in clear are found, and are hashed later', async () => {
    const place = await newDatabase();
    onEnd(() => place.remove());
    const store = await opened(place.url);
    const each = session(store);
    await store.sessions.insert(each);
    await place.run('update session set id = ? where key = ?', each.id, each.key);
    expect(await store.sessions.find(each.id)).toMatchObject({ key: each.key, id: each.id });
    await store.sessions.erase(NOW);
    expect(await store.sessions.find(each.id)).toMatchObject({ key: each.key, id: each.id });
    expect(await place.rows('select id from session')).toEqual([{ id: idHash(each.id) }]);
  });
});

describe('merchants in the store', () => {
  it('are created with every default, and replaced without losing their password', async () => {
    const store = await opened();
    const created = await store.merchants.put({ id: 'SHOP', name: 'Shop' }, NOW);
    expect(created.profile).toMatchObject({ cardMasking: '6.4', unknownFields: 'IGNORE', voidWindowHours: 24 });
    expect(await store.merchants.setPasswordHash('SHOP', 'scrypt$x', NOW)).toBe(true);
    const replaced = await store.merchants.put({ id: 'SHOP', name: 'Other', cardMasking: '0.4' }, NOW);
    expect(replaced.key).toBe(created.key);
    expect(await store.merchants.find('SHOP')).toMatchObject({
      passwordHash: 'scrypt$x',
      profile: { name: 'Other', cardMasking: '0.4' },
    });
    expect(await store.merchants.byKey(created.key)).toMatchObject({ id: 'SHOP' });
  });

  it('that do not exist have no password to set', async () => {
    const store = await opened();
    expect(await store.merchants.setPasswordHash('NOBODY', 'x', NOW)).toBe(false);
    expect(await store.merchants.find('NOBODY')).toBeUndefined();
    expect(await store.merchants.byKey(99)).toBeUndefined();
  });

  it.each([
    { id: 'a b', name: 'x' },
    { id: '', name: 'x' },
    { id: 'x'.repeat(41), name: 'x' },
    { id: 'x' },
    { id: 'x', name: 'x', cardMasking: '8.8' },
    { id: 'x', name: 'x', branding: { color: 'red;' } },
  ])('are refused as %j', async (profile) => {
    const store = await opened();
    await expect(store.merchants.put(profile, NOW)).rejects.toThrow();
    expect(await store.merchants.list()).toEqual([]);
  });
});
