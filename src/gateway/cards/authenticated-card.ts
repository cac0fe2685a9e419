/** The keyed hash by which a payment's card is compared with the one that was authenticated. */
import type { Secret } from '../../contract/secret.ts';
import type { Sealer } from '../ports/index.ts';

export function authenticatedCardHash(sealer: Sealer, number: Secret): Uint8Array {
  return sealer.hash('authenticated card', number.reveal());
}
