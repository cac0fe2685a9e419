/** Adds the first key of each purpose to a new store, or to one that an older version created. */
import { randomBytes } from 'node:crypto';
import { type DataKeys, KEY_PURPOSES, type KeyPurpose, type WrappedDataKey } from '../../core/ports/index.ts';
import { deriveKey, KEY_BYTES } from '../../platform/aes-gcm.ts';
import type { KeyService } from './keys.ts';
import { unwrapKey, wrap } from './wrapping.ts';

interface FirstKey {
  readonly bytes: Buffer;
  readonly activeFrom: number | null;
}

/**
 * Adds missing keys, one purpose at a time. If several processes start together, they add the same ids, and for each id
 * one of them succeeds.
 *
 * @throws Error if the table was emptied, or if an older key that is needed for derivation cannot be unwrapped
 */
export async function addFirstKeys(
  keks: readonly [KeyService, ...KeyService[]],
  stored: DataKeys,
  now: number,
): Promise<void> {
  const [kek] = keks;
  for (;;) {
    const keys = await stored.all();
    const purpose = KEY_PURPOSES.find((one) => !keys.some((key) => key.purpose === one));
    if (purpose === undefined) {
      return;
    }
    if (!keys.some(isOlder) && (await stored.areNeeded())) {
      throw new Error(
        keys.length === 0
          ? 'The table data_key is empty, but data is stored that only its keys open: restore it from a backup.'
          : `The table data_key has lost its ${purpose} keys, and data is stored that needs them: restore it from a backup.`,
      );
    }
    const id = nextId(keys);
    const { bytes, activeFrom } = await firstKey(purpose, keys, keks, now);
    const wrapped = await wrap(kek, bytes, { id, purpose });
    await stored.add({ id, purpose, kek: kek.id, wrapped, isBound: true, createdAt: now, activeFrom });
  }
}

/** True for a key of a version that had a single key for all purposes. */
function isOlder({ purpose, isBound }: WrappedDataKey): boolean {
  return purpose === 'SEAL' && !isBound;
}

export function nextId(keys: readonly WrappedDataKey[]): number {
  return Math.max(0, ...keys.map(({ id }) => id)) + 1;
}

/**
 * Older versions derived the key of all hashes from their first data key. Stored hashes must still match, and processes
 * of older versions may use the same store, so the same key is added as a row of its own. Older versions derived cookie
 * keys from key-encryption keys; these are used until every live process has loaded the new cookie key.
 */
async function firstKey(
  purpose: KeyPurpose,
  keys: readonly WrappedDataKey[],
  keks: readonly KeyService[],
  now: number,
): Promise<FirstKey> {
  const older = keys.find(isOlder);
  if (older === undefined || purpose === 'SEAL') {
    return { bytes: randomBytes(KEY_BYTES), activeFrom: now };
  }
  if (purpose === 'COOKIE') {
    return { bytes: randomBytes(KEY_BYTES), activeFrom: null };
  }
  return { bytes: deriveKey(await unwrapKey(keks, older), 'hash'), activeFrom: older.createdAt };
}
