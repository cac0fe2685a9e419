/** A new data key, which nobody uses before every live process holds it. */
import { randomBytes } from 'node:crypto';
import type { DataKeys, KeyPurpose, WrappedDataKey } from '../gateway/ports/index.ts';
import { nextId } from './first-keys.ts';
import { KEY_BYTES, type KeyService } from './keys.ts';
import { wrap } from './wrapping.ts';

/**
 * Every process reads the keys each two seconds, so all of them know from when on a key is used before that moment
 * comes.
 */
export const ACTIVE_AFTER_MS = 5_000;

/** An announced key that nobody has used yet, if there is one of the purpose. */
export function announced(keys: readonly WrappedDataKey[], purpose: KeyPurpose): WrappedDataKey | undefined {
  return keys.find((key) => key.purpose === purpose && key.activeFrom === null && key.destroyedAt === null);
}

/**
 * Whoever announces again while one is announced gets that one: a rotation that was cut off goes on.
 *
 * @param kek the newest
 * @throws Error when others add keys again and again
 */
export async function announceKey(
  kek: KeyService,
  stored: DataKeys,
  purpose: KeyPurpose,
  now: number,
): Promise<WrappedDataKey> {
  for (let race = 0; race < RACES_MAX; race += 1) {
    const keys = await stored.all();
    const known = announced(keys, purpose);
    if (known !== undefined) {
      return known;
    }
    const id = nextId(keys);
    const wrapped = await wrap(kek, randomBytes(KEY_BYTES), { id, purpose });
    await stored.add({ id, purpose, kek: kek.id, wrapped, isBound: true, createdAt: now, activeFrom: null });
  }
  throw new Error('Others add keys at the same moment, again and again.');
}

const RACES_MAX = 20;
