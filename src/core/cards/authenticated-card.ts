/** The keyed hash by which a payment's card is compared with the authenticated card. */
import type { Secret } from '../../contract/secret.ts';
import { isHash, type Sealer } from '../ports/index.ts';

const PURPOSE = 'authenticated card';

export function authenticatedCardHash(sealer: Sealer, number: Secret): Uint8Array {
  return sealer.hash(PURPOSE, number.reveal());
}

/** @param cardHash the stored hash */
export function isAuthenticatedCard(sealer: Sealer, number: Secret, cardHash: Uint8Array): boolean {
  return isHash(sealer, PURPOSE, number.reveal(), cardHash);
}
