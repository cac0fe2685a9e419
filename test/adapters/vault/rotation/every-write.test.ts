/** A key rotation that dies at each of its writes, and is called again each time. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type KeyEncryptionKey, keyEncryptionKey } from '../../../../src/adapters/vault/keys.ts';
import { Vault } from '../../../../src/adapters/vault/vault.ts';
import { rotateKeys } from '../../../../src/cli/keys/rotate.ts';
import type { WrappedDataKey } from '../../../../src/core/ports/index.ts';
import type { Settings } from '../../../../src/settings/index.ts';
import { card, tokenRig } from '../../../core/tokens/rig.ts';
import { isFirst, itAtLength } from '../../../support/at-length.ts';
import { Death, dying } from './dies.ts';
import { cardNumber } from './shop.ts';

const CARDS = 6;
const OLD = keyEncryptionKey(Buffer.alloc(32, 7).toString('base64'))!;
const NEW = keyEncryptionKey(randomBytes(32).toString('base64'))!;

type Rig = Awaited<ReturnType<typeof stored>>;

/** Tokens, sessions and a profile's secrets, in a store without a live gateway. */
async function stored() {
  const rig = await tokenRig();
  const { store, gateway } = rig;
  const profile = {
    id: 'SHOP',
    name: 'Shop',
    tokenManagement: 'UNIQUE_CARD',
    p2pe: { bdk: '0123456789ABCDEFFEDCBA9876543210' },
    notification: { url: 'https://shop.example/hook', secret: 'a secret of the shop' },
  };
  const merchant = await store.merchants.put(profile, 1, (key, place) => gateway.sealer.seal(key, place));
  const tokens: string[] = [];
  for (let index = 0; index < CARDS; index += 1) {
    tokens.push((await rig.stored(merchant, card({ number: cardNumber(index) }))).token);
    await rig.session(merchant, card({ number: cardNumber(index) }));
  }
  await store.processes.leave();
  return { ...rig, merchant: merchant, tokens };
}

/** Seen by the gateway once it has loaded the keys: each card has the same token, and opens. */
async function expectWhole({ gateway, merchant, stored: store, tokens, numberOf }: Rig): Promise<void> {
  await (gateway.sealer as Vault).refresh();
  for (const [index, token] of tokens.entries()) {
    const number = cardNumber(index);
    const found = await store(merchant, card({ number }));
    expect([found.token, numberOf(found)]).toEqual([token, number]);
  }
}

/** A process that died after its last write does not know that it was the last. */
const isDone: Readonly<Record<string, (keys: readonly WrappedDataKey[]) => boolean>> = {
  '--wrapping': (keys) => keys.every(({ kek }) => kek === NEW.id),
  '--data': (keys) => isReplaced(keys, 'SEAL'),
  '--hash': (keys) => isReplaced(keys, 'HASH'),
  '--cookies': (keys) => ['COOKIE', 'STATE'].every((purpose) => inUse(keys, purpose).length === 2),
};

function isReplaced(keys: readonly WrappedDataKey[], purpose: string): boolean {
  const used = inUse(keys, purpose);
  return used.length === 2 && used[0]?.retiredAt !== null;
}

function inUse(keys: readonly WrappedDataKey[], purpose: string): readonly WrappedDataKey[] {
  return keys.filter((key) => key.purpose === purpose && key.activeFrom !== null);
}

/** @returns the number of deaths */
async function rotateDying(rig: Rig, flag: string, keks: readonly KeyEncryptionKey[]): Promise<number> {
  const settings = { keys: keks } as unknown as Settings;
  for (let deaths = 0; deaths < 200; deaths += 1) {
    const store = dying(rig.store, deaths % 2 === 0 ? 'BEFORE' : 'AFTER');
    const call = { store, settings, args: [flag, '--rate', '100000'], usage: '', progress: () => undefined };
    try {
      await rotateKeys(call);
      return deaths;
    } catch (error) {
      expect(error).toBeInstanceOf(Death);
    }
    await expectWhole(rig);
    if (isDone[flag]?.(await rig.store.dataKeys.all())) {
      return deaths;
    }
  }
  throw new Error('It never ends.');
}

const countOf = async ({ store }: Rig, purpose: string) =>
  (await store.dataKeys.all()).filter((key) => key.purpose === purpose).length;

describe('a process that dies before and after each write of', () => {
  it('keys rotate --wrapping loses no data, and the old key may be removed', async () => {
    const rig = await stored();
    expect(await rotateDying(rig, '--wrapping', [NEW, OLD])).toBeGreaterThan(4);
    await Vault.open([NEW], rig.store.dataKeys);
    await expect(Vault.open([OLD], rig.store.dataKeys)).rejects.toThrow(NEW.id);
    await expectWhole(rig);
  });

  it('keys rotate --data loses no data, and makes one key', async () => {
    const rig = await stored();
    expect(await rotateDying(rig, '--data', [OLD])).toBeGreaterThan(4);
    expect(await countOf(rig, 'SEAL')).toBe(2);
    await expectWhole(rig);
  });

  it('keys rotate --hash loses no data, and makes one key', async () => {
    const rig = await stored();
    expect(await rotateDying(rig, '--hash', [OLD])).toBeGreaterThan(2);
    expect(await countOf(rig, 'HASH')).toBe(2);
    await expectWhole(rig);
  });

  it('keys rotate --cookies makes keys that come into use', async () => {
    const rig = await stored();
    expect(await rotateDying(rig, '--cookies', [OLD])).toBeGreaterThan(2);
    await expectWhole(rig);
  });
});

describe('two concurrent rotations', () => {
  itAtLength(['--wrapping', '--data', '--hash', '--cookies'], isFirst)(
    'of keys rotate %s lose no data',
    async (flag) => {
      const rig = await stored();
      const settings = { keys: [NEW, OLD] } as unknown as Settings;
      const call = { store: rig.store, settings, args: [flag], usage: '', progress: () => undefined };
      const results = await Promise.all([rotateKeys(call), rotateKeys(call), rotateKeys(call)]);
      expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
      // The vault of this gateway knows the old key alone, like one that was started before.
      const fresh = await Vault.open([NEW, OLD], rig.store.dataKeys);
      for (const token of rig.tokens) {
        const found = await rig.store.tokens.find(rig.merchant.key, token);
        expect(Vault.keyOf(found!.sealedCard)).toBeLessThanOrEqual(fresh.sealKeyId);
      }
    },
  );
});
