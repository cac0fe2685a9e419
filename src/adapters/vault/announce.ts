/** Announces a new data key, which is used only after every live process has loaded it. */
import { randomBytes } from 'node:crypto';
import type { DataKeys, KeyPurpose, WrappedDataKey } from '../../core/ports/index.ts';
import { KEY_BYTES } from '../../platform/aes-gcm.ts';
import { RACED, retryRaces } from '../../platform/races.ts';
import { nextId } from './first-keys.ts';
import type { KeyService } from './keys.ts';
import { wrap } from './wrapping.ts';

/**
 * The delay until an announced key is used. All processes read the keys every two seconds, so they know a key's start
 * before it comes.
 */
export const ACTIVE_AFTER_MS = 5_000;

/** Returns an announced key of the purpose that is not in use yet, if there is one. */
export function announcedKey(keys: readonly WrappedDataKey[], purpose: KeyPurpose): WrappedDataKey | undefined {
  return keys.find((key) => key.purpose === purpose && key.activeFrom === null && key.destroyedAt === null);
}

/**
 * Announces a key, or returns the one that is announced already, so that an interrupted rotation continues.
 *
 * @param kek the newest key-encryption key
 * @throws Error if other processes add keys each time
 */
export async function announceKey(
  kek: KeyService,
  stored: DataKeys,
  purpose: KeyPurpose,
  now: number,
): Promise<WrappedDataKey> {
  const announced = await retryRaces(async () => {
    const keys = await stored.all();
    const known = announcedKey(keys, purpose);
    if (known !== undefined) {
      return known;
    }
    const id = nextId(keys);
    const wrapped = await wrap(kek, randomBytes(KEY_BYTES), { id, purpose });
    await stored.add({ id, purpose, kek: kek.id, wrapped, isBound: true, createdAt: now, activeFrom: null });
    // Read again: another process may have announced a key first.
    return RACED;
  }, RACES_MAX);
  if (announced === RACED) {
    throw new Error('Others add keys at the same moment, again and again.');
  }
  return announced;
}

const RACES_MAX = 20;
