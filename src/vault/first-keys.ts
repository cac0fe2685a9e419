/** The first key of each purpose: of a new store, and of one that an older version has made. */
import { randomBytes } from 'node:crypto';
import { type DataKeys, KEY_PURPOSES, type KeyPurpose, type WrappedDataKey } from '../gateway/ports/index.ts';
import { deriveKey, KEY_BYTES, type KeyService } from './keys.ts';
import { unwrapped, wrap } from './wrapping.ts';

interface FirstKey {
  readonly bytes: Buffer;
  readonly activeFrom: number | null;
}

/**
 * Adds what is missing, a purpose at a time: processes that start together add the same ids, and one of each succeeds.
 *
 * @throws when the table was emptied, or a key that another is derived from cannot be unwrapped
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

/** Made by a version that had one key for everything. */
function isOlder({ purpose, isBound }: WrappedDataKey): boolean {
  return purpose === 'SEAL' && !isBound;
}

export function nextId(keys: readonly WrappedDataKey[]): number {
  return Math.max(0, ...keys.map(({ id }) => id)) + 1;
}

/**
 * Older versions derived the key of all hashes from their first data key. What they made must match, and processes of
 * theirs may run beside this one, so the same key goes on, in a row of its own. Their cookies were sealed under keys
 * derived from key-encryption keys, and are until every live process holds the new one.
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
  return { bytes: deriveKey(await unwrapped(keks, older), 'hash'), activeFrom: older.createdAt };
}
