/** Secrets in profiles during a key rotation by a process that does not know their members: they are preserved. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Store } from '../../../../src/adapters/store/index.ts';
import { keyEncryptionKey, Vault } from '../../../../src/adapters/vault/index.ts';
import { keyNeeds } from '../../../../src/adapters/vault/rotation/index.ts';
import type { CommandCall } from '../../../../src/cli/command.ts';
import { retireKeys } from '../../../../src/cli/keys/retire.ts';
import { rotateKeys } from '../../../../src/cli/keys/rotate.ts';
import { PASSWORD_HASHES, ROW_KINDS } from '../../../../src/cli/keys/row-kinds.ts';
import { sealedKeyText } from '../../../../src/core/index.ts';
import { opened } from '../../store/rig.ts';

const KEK = keyEncryptionKey(randomBytes(32).toString('base64'))!;
const OPERATORS_RULES = '/nowhere';
const HOUR_AND_MORE_MS = 2 * 60 * 60_000;
/** A provider from a package that this process has not loaded. */
const PLACE = 'merchant SHOP provider villagePay apiKey';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

interface Kept {
  readonly store: Store;
  readonly call: (...args: string[]) => CommandCall;
  readonly vault: () => Promise<Vault>;
}

/** A shop with a profile member that only other processes know. @param member builds it from the sealed secret */
async function shopWith(member: (sealed: string) => object): Promise<Kept> {
  const store = await opened(undefined, { owner: false });
  const vault = () => Vault.open([KEK], store.dataKeys);
  const sealed = sealedKeyText((await vault()).seal('SECRET', PLACE));
  await store.merchants.put({ id: 'SHOP', name: 'Shop' }, Date.now());
  const [stored] = await store.sealedRecords.profiles();
  const more = { ...JSON.parse(stored!.profile), ...member(sealed) };
  await store.sealedRecords.replaceProfile(stored!, JSON.stringify(more));
  return {
    store,
    vault,
    call: (...args) =>
      ({ store, settings: { keys: [KEK], dataDir: OPERATORS_RULES }, args, usage: '', progress: () => {} }) as never,
  };
}

const sealKeys = async ({ store }: Kept) =>
  (await store.dataKeys.all()).filter(({ purpose }) => purpose === 'SEAL').map(({ id }) => id);
const needed = async ({ store, vault }: Kept) =>
  (await keyNeeds({ records: store.sealedRecords, vault: await vault(), kinds: ROW_KINDS, passwords: PASSWORD_HASHES }))
    .sealed;
const secret = async ({ store, vault }: Kept) => {
  const [stored] = await store.sealedRecords.profiles();
  const [, sealed = ''] = /sealed:([A-Za-z0-9+/=]+)/.exec(stored!.profile)!;
  return (await vault()).open(Buffer.from(sealed, 'base64'), PLACE);
};

it('a secret of a provider that is not loaded is counted, sealed again, and opens when its old key is removed', async () => {
  const on = await shopWith((apiKey) => ({ providerAccounts: { villagePay: { apiKey } } }));
  const [first] = await sealKeys(on);
  expect(await needed(on)).toEqual(new Map([[first, 1]]));
  expect(await rotateKeys(on.call('--data'))).toMatchObject({ exitCode: 0 });
  const [, second] = await sealKeys(on);
  expect(await needed(on)).toEqual(new Map([[second, 1]]));
  vi.setSystemTime(Date.now() + HOUR_AND_MORE_MS);
  expect((await retireKeys(on.call())).text).toBe(`key ${first} (SEAL) is destroyed`);
  expect(await secret(on)).toBe('SECRET');
});

it('a secret sealed for an unknown context is named by a key rotation, and keeps its key', async () => {
  const on = await shopWith((sealed) => ({ laterRelease: { secret: sealed } }));
  const [first] = await sealKeys(on);
  const { text, exitCode } = await rotateKeys(on.call('--data'));
  expect([exitCode, text]).toEqual([1, expect.stringContaining('profiles: laterRelease.secret of SHOP ')]);
  expect(await needed(on)).toEqual(new Map([[first, 1]]));
  vi.setSystemTime(Date.now() + HOUR_AND_MORE_MS);
  expect((await retireKeys(on.call())).text).toBe('Something needs every key.');
  expect(await secret(on)).toBe('SECRET');
});
