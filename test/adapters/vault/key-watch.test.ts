import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { ACTIVE_AFTER_MS, announceKey } from '../../../src/adapters/vault/announce.ts';
import { KeyWatch } from '../../../src/adapters/vault/key-watch.ts';
import { keyEncryptionKey } from '../../../src/adapters/vault/keys.ts';
import { Vault } from '../../../src/adapters/vault/vault.ts';
import type { Log } from '../../../src/core/ports/index.ts';
import { type MemoryKeys, memoryKeys } from './memory-keys.ts';

const START = 1_000_000;
const newKek = () => keyEncryptionKey(randomBytes(32).toString('base64'))!;

/** A process with these keys, under a number of its own. */
async function processOn(keys: MemoryKeys, keks: Parameters<typeof Vault.open>[0], usesMax?: number) {
  const clock = { now: START };
  const process = keys.processes.length + 1;
  keys.processes.push({ process, heartbeats: 0, startedAt: START, held: null, keks: [] });
  const stored = {
    ...keys,
    all: keys.all,
    report: async (held: number, ids: readonly string[]) => {
      keys.processes[process - 1] = { process, heartbeats: 0, startedAt: START, held, keks: ids };
    },
  };
  const logged: object[] = [];
  const note = (members: object) => void logged.push(members);
  const log = { info: note, warn: note, error: note } as unknown as Log;
  const vault = await Vault.open(keks, stored, { now: () => clock.now });
  const watch = new KeyWatch({ vault, stored, kek: keks[0], log, now: () => clock.now, ...(usesMax && { usesMax }) });
  return { vault, watch, clock, logged };
}

it('an announced key is not used before all processes have loaded it, and then by all', async () => {
  const [kek, keys] = [newKek(), memoryKeys()];
  const [one, other] = [await processOn(keys, [kek]), await processOn(keys, [kek])];
  await Promise.all([one.watch.run(), other.watch.run()]);
  const before = one.vault.sealKeyId;
  const { id } = await announceKey(kek, keys, 'SEAL', START);
  await one.watch.run();
  expect(keys.rows.find((row) => row.id === id)?.activeFrom).toBeNull();
  await other.watch.run();
  await one.watch.run();
  expect([one.vault.sealKeyId, other.vault.sealKeyId]).toEqual([before, before]);
  for (const each of [one, other]) {
    each.clock.now = START + ACTIVE_AFTER_MS;
  }
  expect([one.vault.sealKeyId, other.vault.sealKeyId]).toEqual([id, id]);
});

it('a process whose clock is behind uses the first keys of a store that another has made', async () => {
  const [kek, keys] = [newKek(), memoryKeys()];
  const first = await Vault.open([kek], keys, { now: () => START });
  const behind = await Vault.open([kek], keys, { now: () => START - 60_000 });
  expect(first.open(behind.seal('text', 'place'), 'place')).toBe('text');
  expect(behind.hash('purpose', 'text')).toEqual(first.hash('purpose', 'text'));
  expect(behind.cookieKeys().inUse).toEqual(first.cookieKeys().inUse);
});

it('a process whose clock is hours behind does not seal under a retired key, which may be destroyed', async () => {
  const [kek, keys] = [newKek(), memoryKeys()];
  await Vault.open([kek], keys, { now: () => 0 });
  const behind = await Vault.open([kek], keys, { now: () => START });
  const before = behind.sealKeyId;
  const { id } = await announceKey(kek, keys, 'SEAL', START);
  await keys.activate(id, START + 7_200_000);
  await behind.refresh();
  expect(behind.sealKeyId).toBe(before);
  await keys.retire(before, START + 7_200_000);
  await behind.refresh();
  expect(behind.sealKeyId).toBe(id);
});

it('a process that has not reported its loaded keys keeps every new key from being used', async () => {
  const [kek, keys] = [newKek(), memoryKeys()];
  const one = await processOn(keys, [kek]);
  keys.processes.push({ process: 2, heartbeats: 5, startedAt: START, held: null, keks: [] });
  const { id } = await announceKey(kek, keys, 'SEAL', START);
  for (let round = 0; round < 5; round += 1) {
    await one.watch.run();
  }
  expect(keys.rows.find((row) => row.id === id)?.activeFrom).toBeNull();
  keys.processes.pop();
  await one.watch.run();
  expect(keys.rows.find((row) => row.id === id)?.activeFrom).toBe(START + ACTIVE_AFTER_MS);
});

it('a process that lacks the newest key-encryption key continues with its loaded ones, and logs it once', async () => {
  const [old, young, keys] = [newKek(), newKek(), memoryKeys()];
  const one = await processOn(keys, [old]);
  const sealed = one.vault.seal('text', 'place');
  const { id } = await announceKey(young, keys, 'SEAL', START);
  await one.watch.run();
  await one.watch.run();
  expect(one.logged).toEqual([{ problem: expect.stringContaining(`lacks the key ${young.id}`) }]);
  expect(keys.rows.find((row) => row.id === id)?.activeFrom).toBeNull();
  expect(one.vault.open(sealed, 'place')).toBe('text');
});

it('a key that has reached its use limit is replaced by another', async () => {
  const [kek, keys] = [newKek(), memoryKeys()];
  const one = await processOn(keys, [kek], 20_000);
  const before = one.vault.sealKeyId;
  await one.watch.run();
  await one.watch.run();
  expect(keys.rows.filter(({ purpose }) => purpose === 'SEAL')).toHaveLength(1);
  for (let uses = 0; uses < 4_000; uses += 1) {
    one.vault.seal('text', 'place');
  }
  await one.watch.run();
  await one.watch.run();
  await one.watch.run();
  one.clock.now = START + ACTIVE_AFTER_MS;
  expect(one.vault.sealKeyId).toBeGreaterThan(before);
  expect(keys.rows.filter(({ purpose }) => purpose === 'SEAL')).toHaveLength(2);
});

it('a text under a key that is not loaded yet is an unavailable store, and opens once it is loaded', async () => {
  const [kek, keys] = [newKek(), memoryKeys()];
  const asleep = await Vault.open([kek], keys);
  const { id } = await announceKey(kek, keys, 'SEAL', START);
  await keys.activate(id, START);
  const sealed = (await Vault.open([kek], keys)).seal('text', 'place');
  expect(() => asleep.open(sealed, 'place')).toThrow(expect.objectContaining({ code: 'STORE_UNAVAILABLE' }));
  await asleep.refresh();
  expect(asleep.open(sealed, 'place')).toBe('text');
});

it('a text under a key that no store has is an ordinary error, once it was searched for', async () => {
  const [kek, keys] = [newKek(), memoryKeys()];
  const vault = await Vault.open([kek], keys);
  const sealed = vault.seal('text', 'place');
  sealed.writeUInt32BE(77);
  expect(() => vault.open(sealed, 'place')).toThrow(expect.objectContaining({ code: 'STORE_UNAVAILABLE' }));
  await vault.refresh();
  await new Promise((resolve) => setImmediate(resolve));
  expect(() => vault.open(sealed, 'place')).toThrow(expect.not.objectContaining({ code: 'STORE_UNAVAILABLE' }));
});
