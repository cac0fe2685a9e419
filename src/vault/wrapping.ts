/** Data keys in and out of what key-encryption keys make of them. */
import type { WrappedDataKey } from '../gateway/ports/index.ts';
import type { KeyService } from './keys.ts';

/** What the keys of older versions were wrapped for, all alike. */
const ANY_KEY = 'data key';

type Named = Pick<WrappedDataKey, 'id' | 'purpose'>;

/** A wrapped key opens as the one that it is, so that two of them cannot change places. */
export function keyPlace({ id, purpose }: Named): string {
  return `data key ${id} ${purpose}`;
}

export function wrap(kek: KeyService, plain: Uint8Array, key: Named): Promise<Buffer> {
  return kek.wrap(plain, keyPlace(key));
}

/** @throws Error with one sentence for the operator */
export async function unwrapped(keks: readonly KeyService[], row: WrappedDataKey): Promise<Buffer> {
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

/** No key-encryption key of the settings is the one that a data key is wrapped under. */
export class LackingKeyError extends Error {
  constructor(kek: string) {
    super(`TURNPIKE_KEYS lacks the key ${kek}, under which card data is stored.`);
  }
}

/** A key service did not answer: the key may be whole. */
export class KeyServiceError extends Error {}
