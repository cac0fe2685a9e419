/**
 * The keys in a merchant's profile, P2PE base derivation key and notification secret: sealed when stored, opened where
 * they are used.
 */
import type { P2pe, P2peMessage } from '../cards/card-present.ts';
import type { Sealer } from '../ports/index.ts';
import type { MerchantProfile } from './merchant.ts';

const SEALED = 'sealed:';
/** A secret as it is stored. */
export const SEALED_KEY = /^sealed:[A-Za-z0-9+/]+=*$/;

export function isSealedKey(text: string): boolean {
  return text.startsWith(SEALED);
}

export function sealedKeyText(sealed: Uint8Array): string {
  return SEALED + Buffer.from(sealed).toString('base64');
}

/** The purpose that a merchant's key is sealed for. */
export function profileKeyPlace(merchantId: string): string {
  return `merchant ${merchantId} p2pe key`;
}

/** @returns the decryption of the merchant's terminals' card data; undefined for a merchant without such terminals */
export function p2peOf(
  { id, p2pe }: MerchantProfile,
  sealer: Pick<Sealer, 'open'>,
  decrypt: (message: P2peMessage) => string | undefined,
): P2pe | undefined {
  if (p2pe === null) {
    return undefined;
  }
  return { bdk: openedKey(p2pe.bdk, profileKeyPlace(id), sealer), decrypt };
}

/** The purpose that a merchant's notification secret is sealed for. */
export function secretPlace(merchantId: string): string {
  return `merchant ${merchantId} notification secret`;
}

/** @returns the secret that is sent with the merchant's notifications, if there is one */
export function notificationSecret(
  { id, notification }: MerchantProfile,
  sealer: Pick<Sealer, 'open'>,
): string | undefined {
  const secret = notification?.secret;
  return secret === undefined ? undefined : openedKey(secret, secretPlace(id), sealer);
}

/** In clear; one that is not sealed is as it was given. */
export function openedKey(key: string, place: string, sealer: Pick<Sealer, 'open'>): string {
  return isSealedKey(key) ? sealer.open(Buffer.from(key.slice(SEALED.length), 'base64'), place) : key;
}
