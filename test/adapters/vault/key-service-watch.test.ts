/** Key services that become unavailable and recover while a process runs. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { announceKey } from '../../../src/adapters/vault/announce.ts';
import { KeyServiceWatch } from '../../../src/adapters/vault/key-service-watch.ts';
import { KeyWatch } from '../../../src/adapters/vault/key-watch.ts';
import { type KeyService, keyEncryptionKey } from '../../../src/adapters/vault/keys.ts';
import { Vault } from '../../../src/adapters/vault/vault.ts';
import { KeyServiceError } from '../../../src/adapters/vault/wrapping.ts';
import type { Log } from '../../../src/core/ports/index.ts';
import { memoryKeys } from './memory-keys.ts';

/** A key in a device that can be removed. */
function device() {
  const key = keyEncryptionKey(randomBytes(32).toString('base64'))!;
  const state = { isAway: false };
  const unlessAway = async () => {
    if (state.isAway) {
      throw new KeyServiceError('TURNPIKE_KEYS: the key one cannot be used: the token is not there.');
    }
  };
  const kek: KeyService = {
    id: key.id,
    where: 'the key one',
    open: unlessAway,
    close: async () => undefined,
    wrap: async (plain, place) => unlessAway().then(() => key.wrap(plain, place)),
    unwrap: async (wrapped, place) => unlessAway().then(() => key.unwrap(wrapped, place)),
  };
  return { kek, state };
}

function lines() {
  const logged: string[] = [];
  const note = (_members: object, text: string) => void logged.push(text);
  return { logged, log: { info: note, warn: note, error: note } as unknown as Log };
}

it('the watch logs once that a key does not answer, and once that it does again', async () => {
  const [{ kek, state }, { log, logged }] = [device(), lines()];
  const watch = new KeyServiceWatch([kek], log);
  await watch.run();
  expect([watch.isUp, logged]).toEqual([true, []]);
  state.isAway = true;
  await watch.run();
  await watch.run();
  expect([watch.isUp, logged.length]).toEqual([false, 1]);
  expect(logged[0]).toMatch(/does not answer: payments go on, .* no gateway starts/);
  state.isAway = false;
  await watch.run();
  await watch.run();
  expect([watch.isUp, logged.slice(1)]).toEqual([true, ['every key of TURNPIKE_KEYS answers again']]);
});

it('the watch waits for a silent key service once, at the start and in the watch, and not once for each key', async () => {
  const asked: string[] = [];
  const kekOf = (name: string): KeyService => ({
    ...device().kek,
    open: async () => {
      asked.push(name);
      throw new KeyServiceError(`${name}: no answer within 10 s`);
    },
  });
  const keks = [kekOf('new'), kekOf('old')] as const;
  await expect(Vault.open(keks, memoryKeys())).rejects.toThrow('new: no answer');
  const { log } = lines();
  const watch = new KeyServiceWatch(keks, log);
  await watch.run();
  expect([watch.isUp, asked]).toEqual([false, ['new', 'new']]);
});

it('a key past its use limit still seals while the key service is down, and is replaced when it recovers', async () => {
  const [{ kek, state }, { log, logged }, stored] = [device(), lines(), memoryKeys()];
  const clock = { now: 1_000_000 };
  const vault = await Vault.open([kek], stored, { now: () => clock.now });
  const watch = new KeyWatch({ vault, stored, kek, log, now: () => clock.now, usesMax: 100 });
  const before = vault.sealKeyId;
  state.isAway = true;
  await watch.run();
  await watch.run();
  await watch.run();
  expect(logged).toEqual(['a data key was used often enough, and the next one waits for its key service']);
  expect(vault.open(vault.seal('text', 'place'), 'place')).toBe('text');
  expect(watch.inUse().find(({ purpose }) => purpose === 'SEAL')).toMatchObject({ id: before, uses: 16_384, ageMs: 0 });
  state.isAway = false;
  await watch.run();
  await watch.run();
  clock.now += 60_000;
  await watch.run();
  expect(vault.sealKeyId).toBeGreaterThan(before);
  expect(watch.inUse().find(({ purpose }) => purpose === 'SEAL')).toMatchObject({ id: vault.sealKeyId });
});

it('a process waits for its key service to load a new key, and loads it without a restart', async () => {
  const [{ kek, state }, { log, logged }, stored] = [device(), lines(), memoryKeys()];
  const vault = await Vault.open([kek], stored, { now: () => 1_000_000 });
  const watch = new KeyWatch({ vault, stored, kek, log, now: () => 1_000_000 });
  const { id } = await announceKey(kek, stored, 'SEAL', 1_000_000);
  state.isAway = true;
  await watch.run();
  expect(vault.heldUpTo).toBeLessThan(id);
  expect(logged).toEqual([
    'a data key cannot be held yet: it stays unused by all processes until its key service answers',
  ]);
  state.isAway = false;
  await watch.run();
  expect(vault.heldUpTo).toBe(id);
});
