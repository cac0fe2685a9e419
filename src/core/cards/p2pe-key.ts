/** The P2PE of a merchant's terminals, with the key in its profile. */
import type { MerchantProfile } from '../merchant/merchant.ts';
import { openedKey, profileKeyPlace } from '../merchant/profile-key.ts';
import type { Sealer } from '../ports/index.ts';
import type { P2pe } from './card-present.ts';

/**
 * @returns the decryption of card data from the merchant's terminals; undefined for a merchant without P2PE terminals
 */
export function p2peOf(
  { id, p2pe }: MerchantProfile,
  sealer: Pick<Sealer, 'open'>,
  decrypt: P2pe['decrypt'],
): P2pe | undefined {
  return p2pe === null ? undefined : { bdk: openedKey(p2pe.bdk, profileKeyPlace(id), sealer), decrypt };
}
