/** Wraps and unwraps data keys with key-encryption keys. */
import type { WrappedDataKey } from '../../core/ports/index.ts';
import type { KeyService } from './keys.ts';

/** The place for which older versions wrapped all keys. */
const ANY_KEY = 'data key';

type KeyIdentity = Pick<WrappedDataKey, 'id' | 'purpose'>;

/** Binds a wrapped key to its id and purpose, so that two wrapped keys cannot be swapped. */
export function keyPlace({ id, purpose }: KeyIdentity): string {
  return `data key ${id} ${purpose}`;
}

export function wrap(kek: KeyService, plain: Uint8Array, key: KeyIdentity): Promise<Buffer> {
  return kek.wrap(plain, keyPlace(key));
}

/** @throws Error with one sentence for the operator */
export async function unwrapKey(keks: readonly KeyService[], row: WrappedDataKey): Promise<Buffer> {
  const kek = keks.find(({ id }) => id === row.kek);
  if (kek === undefined) {
    throw new LackingKeyError(row.kek);
  }
  const places = row.isBound ? [keyPlace(row)] : [keyPlace(row), ANY_KEY];
  for (const place of places) {
    try {
      return await kek.unwrap(row.wrapped, place);
    } catch (error) {
      if (error instanceof KeyServiceError) {
        throw error;
      }
    }
  }
  throw new Error(
    `The key ${row.id} in the table data_key does not open under the key ${row.kek}: it is damaged, or was moved. ` +
      'Restore its row from a backup.',
  );
}

/** The settings do not contain the key-encryption key under which a data key is wrapped. */
export class LackingKeyError extends Error {
  constructor(kek: string) {
    super(`TURNPIKE_KEYS lacks the key ${kek}, under which card data is stored.`);
  }
}

/** A key service did not respond. The key itself may be intact. */
export class KeyServiceError extends Error {}
