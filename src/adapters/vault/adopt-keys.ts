/**
 * Adds another store's keys for hashes and signatures to a store, for the rows of a merchant that moves there. Request
 * fingerprints and passwords cannot be hashed again, and signed addresses are in payers' mails. Sealed texts are sealed
 * again, so the keys that seal stay where they are.
 */
import { timingSafeEqual } from 'node:crypto';
import { type DataKeys, HASH_KEYS_MAX, type KeyPurpose, type WrappedDataKey } from '../../core/ports/index.ts';
import type { KeyService } from './keys.ts';
import { unwrapKey, wrap } from './wrapping.ts';

const ADOPTED: readonly KeyPurpose[] = ['HASH', 'STATE'];
/**
 * Adopted keys have ids below zero, and were in use before each of the store's own, so that they are the oldest keys
 * for every rule: they verify, and are not used for new data.
 */
const BEFORE_ALL = 1;

export interface AdoptedKeys {
  /** The ids of the other store's keys in this store, by their ids there. */
  readonly ids: ReadonlyMap<number, number>;
  /** True if a key was added: running processes load it within two seconds. */
  readonly isNew: boolean;
}

/**
 * Can be called again at any time. A key that both stores have is not added.
 *
 * @param keks key-encryption keys, newest first, which unwrap the keys of both stores
 * @param now milliseconds since 1970
 * @throws Error with one line for the operator, if the store would have too many HASH keys, or a key does not open
 */
export async function adoptKeys(
  keks: readonly [KeyService, ...KeyService[]],
  from: Pick<DataKeys, 'all'>,
  to: Pick<DataKeys, 'add' | 'all' | 'retire'>,
  now: number,
): Promise<AdoptedKeys> {
  const ids = new Map<number, number>();
  let isNew = false;
  for (const theirs of (await from.all()).filter(isAdoptable)) {
    const plain = await unwrapKey(keks, theirs);
    const own = (await to.all()).filter(isAdoptable);
    const known = await findKey(keks, own, theirs.purpose, plain);
    ids.set(theirs.id, known?.id ?? (await addKey(keks[0], to, theirs.purpose, plain, own, now)));
    isNew ||= known === undefined;
  }
  // They are older than the store's own keys, so no rotation waits for them.
  for (const { id, retiredAt } of (await to.all()).filter((key) => key.id < 0)) {
    if (retiredAt === null) {
      await to.retire(id, now);
    }
  }
  return { ids, isNew };
}

function isAdoptable({ purpose, destroyedAt }: WrappedDataKey): boolean {
  return ADOPTED.includes(purpose) && destroyedAt === null;
}

async function findKey(
  keks: readonly KeyService[],
  keys: readonly WrappedDataKey[],
  purpose: KeyPurpose,
  plain: Buffer,
): Promise<WrappedDataKey | undefined> {
  for (const key of keys.filter((one) => one.purpose === purpose)) {
    const other = await unwrapKey(keks, key);
    if (other.length === plain.length && timingSafeEqual(other, plain)) {
      return key;
    }
  }
  return undefined;
}

async function addKey(
  kek: KeyService,
  stored: Pick<DataKeys, 'add' | 'all'>,
  purpose: KeyPurpose,
  plain: Buffer,
  own: readonly WrappedDataKey[],
  now: number,
): Promise<number> {
  if (purpose === 'HASH' && own.filter((key) => key.purpose === 'HASH').length >= HASH_KEYS_MAX) {
    throw new Error(
      `The store would hold more than ${HASH_KEYS_MAX} HASH keys: name the oldest to turnpike keys retire there first.`,
    );
  }
  const id = Math.min(0, ...(await stored.all()).map((key) => key.id)) - 1;
  const wrapped = await wrap(kek, plain, { id, purpose });
  const times = { createdAt: now, activeFrom: BEFORE_ALL };
  await stored.add({ id, purpose, kek: kek.id, wrapped, isBound: true, ...times });
  return id;
}
