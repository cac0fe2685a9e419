import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { announceKey } from '../../../src/adapters/vault/announce.ts';
import { type KeyEncryptionKey, keyEncryptionKey } from '../../../src/adapters/vault/keys.ts';
import { Vault } from '../../../src/adapters/vault/vault.ts';
import { decrypt, deriveKey, encrypt } from '../../../src/platform/aes-gcm.ts';
import { memoryKeys, olderKey } from './memory-keys.ts';

const PAN = '5123450000000008';
const newKek = (): KeyEncryptionKey => keyEncryptionKey(randomBytes(32).toString('base64'))!;

it('no new key is made where data is sealed under keys that are lost', async () => {
  const keys = memoryKeys(true);
  await expect(Vault.open([newKek()], keys)).rejects.toThrow(/data_key is empty/);
  expect(keys.rows).toEqual([]);
});

it.each(['SEAL', 'HASH', 'STATE', 'COOKIE'])('no new %s key is made where its row was lost', async (purpose) => {
  const [kek, keys] = [newKek(), memoryKeys()];
  await Vault.open([kek], keys);
  const left = keys.rows.filter((row) => row.purpose !== purpose);
  const damaged = { ...memoryKeys(true), all: async () => left };
  await expect(Vault.open([kek], damaged)).rejects.toThrow(`data_key has lost its ${purpose} keys`);
});

describe('sealed card data', () => {
  it('opens in its own context with its text', async () => {
    const vault = await Vault.open([newKek()], memoryKeys());
    for (const text of [PAN, '', 'ünïcode 😀', 'x'.repeat(10_000)]) {
      expect(vault.open(vault.seal(text, 'session 1 card'), 'session 1 card')).toBe(text);
    }
  });

  it('shows no part of its text, and is different each time', async () => {
    const vault = await Vault.open([newKek()], memoryKeys());
    const seals = Array.from({ length: 500 }, () => vault.seal(PAN, 'p'));
    expect(new Set(seals.map((sealed) => sealed.toString('hex'))).size).toBe(500);
    expect(new Set(seals.map((sealed) => sealed.subarray(4, 16).toString('hex'))).size).toBe(500);
    for (const sealed of seals) {
      expect(sealed.includes(PAN)).toBe(false);
    }
  });

  it.each(['session 2 card', 'session 1 sensitive', '', 'session 1 card '])('does not open at %j', async (place) => {
    const vault = await Vault.open([newKek()], memoryKeys());
    expect(() => vault.open(vault.seal(PAN, 'session 1 card'), place)).toThrow();
  });

  it('does not open when any bit of any byte was flipped', async () => {
    const vault = await Vault.open([newKek()], memoryKeys());
    const sealed = vault.seal(PAN, 'p');
    for (let at = 0; at < sealed.length; at += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = Buffer.from(sealed);
        flipped[at] = flipped[at]! ^ (1 << bit);
        expect(() => vault.open(flipped, 'p')).toThrow();
      }
    }
  });

  it('does not open when it was cut or lengthened', async () => {
    const vault = await Vault.open([newKek()], memoryKeys());
    const sealed = vault.seal(PAN, 'p');
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => vault.open(sealed.subarray(0, length), 'p')).toThrow();
    }
    expect(() => vault.open(Buffer.concat([sealed, Buffer.alloc(1)]), 'p')).toThrow();
  });

  it('does not open in another vault', async () => {
    const [one, other] = [await Vault.open([newKek()], memoryKeys()), await Vault.open([newKek()], memoryKeys())];
    expect(() => other.open(one.seal(PAN, 'p'), 'p')).toThrow();
  });
});

describe('key-encryption keys', () => {
  it('wrap one data key for each purpose, which is made at the first start', async () => {
    const [kek, keys] = [newKek(), memoryKeys()];
    const first = await Vault.open([kek], keys);
    const second = await Vault.open([kek], keys);
    expect(keys.rows.map(({ purpose }) => purpose)).toEqual(['SEAL', 'HASH', 'STATE', 'COOKIE']);
    expect(second.open(first.seal(PAN, 'p'), 'p')).toBe(PAN);
    expect(first.hash('a', PAN).equals(second.hash('a', PAN))).toBe(true);
  });

  it('may be preceded by a newer one: old data opens', async () => {
    const [old, young, keys] = [newKek(), newKek(), memoryKeys()];
    const sealed = (await Vault.open([old], keys)).seal(PAN, 'p');
    expect((await Vault.open([young, old], keys)).open(sealed, 'p')).toBe(PAN);
  });

  it('that are wrong open no data key, and the error names the missing one', async () => {
    const [old, young, keys] = [newKek(), newKek(), memoryKeys()];
    await Vault.open([old], keys);
    await expect(Vault.open([young], keys)).rejects.toThrow(old.id);
  });

  it('open a data key only under its own name', async () => {
    const [old, young, keys] = [newKek(), newKek(), memoryKeys()];
    await Vault.open([old], keys);
    keys.rows[0] = { ...keys.rows[0]!, kek: young.id };
    await expect(Vault.open([young, old], keys)).rejects.toThrow();
  });

  it('a data key wrapped anew opens with the new one alone', async () => {
    const [old, young, keys] = [newKek(), newKek(), memoryKeys()];
    const sealed = (await Vault.open([old], keys)).seal(PAN, 'p');
    for (const row of await keys.all()) {
      const place = `data key ${row.id} ${row.purpose}`;
      const bytes = decrypt(old.bytes, row.wrapped, place);
      await keys.rewrap(row.id, row.wrapped, { kek: young.id, wrapped: encrypt(young.bytes, bytes, place) });
    }
    expect((await Vault.open([young], keys)).open(sealed, 'p')).toBe(PAN);
    await expect(Vault.open([old], keys)).rejects.toThrow(young.id);
  });

  it('a younger data key seals, and the older one still opens', async () => {
    const [kek, keys] = [newKek(), memoryKeys()];
    const before = await Vault.open([kek], keys);
    const sealed = before.seal(PAN, 'p');
    const { id } = await announceKey(kek, keys, 'SEAL', 1);
    await keys.activate(id, 2);
    const after = await Vault.open([kek], keys);
    expect(after.open(sealed, 'p')).toBe(PAN);
    expect(after.seal(PAN, 'p').readUInt32BE(0)).toBe(id);
    expect(() => before.open(after.seal(PAN, 'p'), 'p')).toThrow('data key');
    expect(before.hash('a', PAN).equals(after.hash('a', PAN))).toBe(true);
  });

  it.each([
    ['31 bytes', randomBytes(31).toString('base64')],
    ['33 bytes', randomBytes(33).toString('base64')],
    ['hex', randomBytes(32).toString('hex')],
    ['nothing', ''],
    ['spaces inside', `${'A'.repeat(20)} ${'A'.repeat(22)}`],
    ['a stray character', `${'A'.repeat(42)}!`],
  ])('are 32 bytes of base64, not %s', (_what, text) => {
    expect(keyEncryptionKey(text)).toBeUndefined();
  });

  it('are accepted with and without padding, and their id reveals nothing of them', () => {
    const bytes = randomBytes(32);
    const text = bytes.toString('base64');
    expect(keyEncryptionKey(text)?.id).toBe(keyEncryptionKey(text.replace('=', ''))?.id);
    expect(keyEncryptionKey(text)?.id).toMatch(/^[0-9a-f]{8}$/);
    expect(bytes.toString('hex')).not.toContain(keyEncryptionKey(text)!.id);
  });
});

describe('hashes', () => {
  it('differ by purpose and text, and by the boundary between them', async () => {
    const vault = await Vault.open([newKek()], memoryKeys());
    const hashes = [vault.hash('a', 'bc'), vault.hash('ab', 'c'), vault.hash('a', 'bd'), vault.hash('b', 'bc')];
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(4);
    expect(hashes[0]).toHaveLength(32);
    expect(vault.hash('a', 'bc').equals(hashes[0]!)).toBe(true);
    expect(hashes[0]!.equals(hashes[1]!)).toBe(false);
  });

  it('need the key: another vault makes others', async () => {
    const [one, other] = [await Vault.open([newKek()], memoryKeys()), await Vault.open([newKek()], memoryKeys())];
    expect(one.hash('a', PAN).equals(other.hash('a', PAN))).toBe(false);
  });

  it('keys of different purpose differ', () => {
    const key = randomBytes(32);
    expect(deriveKey(key, 'seal').equals(deriveKey(key, 'hash'))).toBe(false);
    expect(deriveKey(key, 'seal').equals(deriveKey(key, 'seal'))).toBe(true);
  });
});

describe('a store of a version with one key for everything', () => {
  async function older() {
    const [kek, keys] = [newKek(), memoryKeys()];
    const bytes = randomBytes(32);
    keys.rows = [olderKey(1, kek.id, encrypt(kek.bytes, bytes, 'data key'))];
    const place = { bound: 'merchant 3 token 7 card', before: 'token 7 card' };
    const sealed = Buffer.concat([
      Buffer.from([0, 0, 0, 1]),
      encrypt(deriveKey(bytes, 'seal'), Buffer.from(PAN), place.before),
    ]);
    const hash = (purpose: string, text: string) =>
      createHmac('sha256', deriveKey(bytes, 'hash')).update(`${purpose}\0${text}`).digest();
    return { kek, keys, place, sealed, hash };
  }

  it('is read, and its hashes and signatures match', async () => {
    const { kek, keys, place, sealed, hash } = await older();
    const vault = await Vault.open([kek], keys);
    expect(vault.open(sealed, place)).toBe(PAN);
    for (const purpose of ['token card', 'meaning', 'return state', 'status handle']) {
      expect(vault.hash(purpose, PAN).equals(hash(purpose, PAN))).toBe(true);
    }
  });

  it('is written so that concurrent processes of that version read it: sealed for the record alone', async () => {
    const { kek, keys, place } = await older();
    const vault = await Vault.open([kek], keys);
    const sealed = vault.seal(PAN, place);
    expect(vault.open(sealed, place.before)).toBe(PAN);
    expect(vault.cookieKeys().inUse).toBeUndefined();
  });

  it('is bound to merchant and record with the next key', async () => {
    const { kek, keys, place } = await older();
    const { id } = await announceKey(kek, keys, 'SEAL', 1);
    await keys.activate(id, 2_000);
    const vault = await Vault.open([kek], keys);
    const sealed = vault.seal(PAN, place);
    expect(vault.open(sealed, place)).toBe(PAN);
    expect(() => vault.open(sealed, { ...place, bound: 'merchant 4 token 7 card' })).toThrow();
    expect(() => vault.open(sealed, place.before)).toThrow();
  });
});

describe('rows of the table of keys', () => {
  it('that changed places do not open, and the error names them', async () => {
    const [kek, keys] = [newKek(), memoryKeys()];
    await Vault.open([kek], keys);
    const { id } = await announceKey(kek, keys, 'SEAL', 1);
    const [one, other] = [keys.rows[0]!, keys.rows.find((row) => row.id === id)!];
    keys.rows = keys.rows.map((row) =>
      row.id === one.id ? { ...row, wrapped: other.wrapped } : row.id === id ? { ...row, wrapped: one.wrapped } : row,
    );
    await expect(Vault.open([kek], keys)).rejects.toThrow(/key 1 in the table data_key .* damaged, or was moved/);
  });

  it.each([
    ['cut', (wrapped: Buffer) => wrapped.subarray(0, -1)],
    ['emptied', () => Buffer.alloc(0)],
    ['changed in a bit', (wrapped: Buffer) => Buffer.from(wrapped.map((byte, at) => (at === 20 ? byte ^ 1 : byte)))],
    ['lengthened', (wrapped: Buffer) => Buffer.concat([wrapped, Buffer.alloc(1)])],
  ])('that were %s fail with one clear sentence', async (_how, damage) => {
    const [kek, keys] = [newKek(), memoryKeys()];
    await Vault.open([kek], keys);
    keys.rows = keys.rows.map((row) => (row.id === 2 ? { ...row, wrapped: damage(Buffer.from(row.wrapped)) } : row));
    await expect(Vault.open([kek], keys)).rejects.toThrow(/key 2 in the table data_key .* damaged, or was moved/);
  });
});
