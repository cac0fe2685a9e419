import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DataKeys, WrappedDataKey } from '../../src/gateway/ports/index.ts';
import { decrypt, deriveKey, encrypt, type KeyEncryptionKey, keyEncryptionKey } from '../../src/vault/keys.ts';
import { Vault } from '../../src/vault/vault.ts';

const PAN = '5123450000000008';
const newKek = (): KeyEncryptionKey => keyEncryptionKey(randomBytes(32).toString('base64'))!;

function memoryKeys(): DataKeys & { rows: WrappedDataKey[] } {
  const rows: WrappedDataKey[] = [];
  return {
    rows,
    all: async () => [...rows],
    areNeeded: async () => false,
    add: async (key) => void rows.push({ ...key, id: rows.length + 1 }),
  };
}

it('no new key is made where data is sealed under keys that are gone', async () => {
  const keys = { ...memoryKeys(), areNeeded: async () => true };
  await expect(Vault.open([newKek()], keys)).rejects.toThrow(/data_key is empty/);
  expect(keys.rows).toEqual([]);
});

describe('sealed card data', () => {
  it('opens at its place with its text', async () => {
    const vault = await Vault.open([newKek()], memoryKeys());
    for (const text of [PAN, '', 'ünïcode 😀', 'x'.repeat(10_000)]) {
      expect(vault.open(vault.seal(text, 'session 1 card'), 'session 1 card')).toBe(text);
    }
  });

  it('shows nothing of its text, and never looks the same twice', async () => {
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
  it('wrap one data key, made at the first start and kept', async () => {
    const [kek, keys] = [newKek(), memoryKeys()];
    const first = await Vault.open([kek], keys);
    const second = await Vault.open([kek], keys);
    expect(keys.rows).toHaveLength(1);
    expect(second.open(first.seal(PAN, 'p'), 'p')).toBe(PAN);
    expect(first.hash('a', PAN).equals(second.hash('a', PAN))).toBe(true);
  });

  it('may be joined by a newer one before them: old data opens', async () => {
    const [old, young, keys] = [newKek(), newKek(), memoryKeys()];
    const sealed = (await Vault.open([old], keys)).seal(PAN, 'p');
    expect((await Vault.open([young, old], keys)).open(sealed, 'p')).toBe(PAN);
  });

  it('that are not the right ones open nothing, and the error names the one that is missing', async () => {
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
    const [row] = keys.rows as [WrappedDataKey];
    const bytes = decrypt(old.bytes, row.wrapped, 'data key');
    keys.rows[0] = { ...row, kek: young.id, wrapped: encrypt(young.bytes, bytes, 'data key') };
    expect((await Vault.open([young], keys)).open(sealed, 'p')).toBe(PAN);
    await expect(Vault.open([old], keys)).rejects.toThrow(young.id);
  });

  it('a younger data key seals, and the older one still opens', async () => {
    const [kek, keys] = [newKek(), memoryKeys()];
    const before = await Vault.open([kek], keys);
    const sealed = before.seal(PAN, 'p');
    await keys.add({ kek: kek.id, wrapped: encrypt(kek.bytes, randomBytes(32), 'data key') });
    const after = await Vault.open([kek], keys);
    expect(after.open(sealed, 'p')).toBe(PAN);
    expect(after.seal(PAN, 'p').readUInt32BE(0)).toBe(2);
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

  it('are taken with and without padding, and their id tells nothing of them', () => {
    const bytes = randomBytes(32);
    const text = bytes.toString('base64');
    expect(keyEncryptionKey(text)?.id).toBe(keyEncryptionKey(text.replace('=', ''))?.id);
    expect(keyEncryptionKey(text)?.id).toMatch(/^[0-9a-f]{8}$/);
    expect(bytes.toString('hex')).not.toContain(keyEncryptionKey(text)!.id);
  });
});

describe('hashes', () => {
  it('are told apart by purpose and text, and by where one ends and the other begins', async () => {
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
