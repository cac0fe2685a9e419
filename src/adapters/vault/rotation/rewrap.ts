/** Rewraps every data key under the newest key-encryption key, so that the older ones can be removed. */

import type { DataKeys, WrappedDataKey } from '../../../core/ports/index.ts';
import { RACED, retryRaces } from '../../../platform/races.ts';
import { type KeyService, unwrapKey, wrap } from '../index.ts';
import { type Pace, type ReportProgress, writePaced } from './pace.ts';

/** Tries to rewrap all keys. A try is repeated if another command rewrapped the same keys at the same moment. */
const RACES_MAX = 20;

/**
 * @param keks newest first
 * @returns the number of rewrapped keys
 * @throws Error with a sentence for the operator, if a key cannot be unwrapped
 */
export async function rewrap(
  keks: readonly [KeyService, ...KeyService[]],
  stored: DataKeys,
  { pace, progress }: { readonly pace: Pace; readonly progress: ReportProgress },
): Promise<number> {
  const [newest] = keks;
  let done = 0;
  const rewrapped = await retryRaces(async () => {
    const todo = (await stored.all()).filter(({ kek, destroyedAt }) => kek !== newest.id && destroyedAt === null);
    if (todo.length === 0) {
      return done;
    }
    const write = async (key: WrappedDataKey) => {
      const isOurs = await rewrapOne(keks, stored, key);
      if (isOurs) {
        done += 1;
        progress(`key ${key.id} (${key.purpose}) is wrapped under ${newest.id}`);
      }
      return isOurs;
    };
    await writePaced(pace, todo, write, () => {});
    return RACED;
  }, RACES_MAX);
  if (rewrapped === RACED) {
    throw new Error('Others wrap the same keys under another key, again and again.');
  }
  return rewrapped;
}

/** Rewraps a data key. Checks that the new wrapping can be unwrapped before it replaces the old one. */
async function rewrapOne(
  keks: readonly [KeyService, ...KeyService[]],
  stored: DataKeys,
  key: WrappedDataKey,
): Promise<boolean> {
  const [newest] = keks;
  const plain = await unwrapKey(keks, key);
  const wrapped = await wrap(newest, plain, key);
  const again = await unwrapKey(keks, { ...key, kek: newest.id, wrapped });
  if (!again.equals(plain)) {
    throw new Error(`The key ${newest.id} does not open what it has wrapped: nothing was changed.`);
  }
  return stored.rewrap(key.id, key.wrapped, { kek: newest.id, wrapped });
}
