/** The key in a merchant's profile, the P2PE base derivation key: sealed where it rests, opened where it is used. */
import type { P2pe, P2peMessage } from './cards/card-present.ts';
import type { Sealer } from './gateway.ts';
import type { MerchantProfile } from './merchant.ts';

const SEALED = 'sealed:';

export function isSealedKey(text: string): boolean {
  return text.startsWith(SEALED);
}

export function sealedKeyText(sealed: Uint8Array): string {
  return SEALED + Buffer.from(sealed).toString('base64');
}

/** What a merchant's key is sealed for. */
export function profileKeyPlace(merchantId: string): string {
  return `merchant ${merchantId} p2pe key`;
}

/** @returns how the merchant's terminals' card data is opened; undefined for a merchant without such terminals */
export function p2peOf(
  { id, p2pe }: MerchantProfile,
  sealer: Pick<Sealer, 'open'>,
  decrypt: (message: P2peMessage) => string | undefined,
): P2pe | undefined {
  if (p2pe === null) return undefined;
  const { bdk } = p2pe;
  if (!isSealedKey(bdk)) return { bdk, decrypt };
  return { bdk: sealer.open(Buffer.from(bdk.slice(SEALED.length), 'base64'), profileKeyPlace(id)), decrypt };
}
