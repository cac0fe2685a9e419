/**
 * The keys in a merchant's profile, the P2PE base derivation key and the notification secret: sealed when stored, and
 * decrypted for use.
 */

/** The vault's decryption. */
export interface SecretOpener {
  open(sealed: Uint8Array, place: string): string;
}

const SEALED_PREFIX = 'sealed:';
/** The form of a stored secret. */
export const SEALED_KEY = /^sealed:[A-Za-z0-9+/]+=*$/;

export function isSealedKey(text: string): boolean {
  return text.startsWith(SEALED_PREFIX);
}

export function sealedKeyText(sealed: Uint8Array): string {
  return SEALED_PREFIX + Buffer.from(sealed).toString('base64');
}

/** The purpose under which a merchant's P2PE key is sealed. */
export function profileKeyPlace(merchantId: string): string {
  return `merchant ${merchantId} p2pe key`;
}

/** The purpose under which a merchant's notification secret is sealed. */
export function secretPlace(merchantId: string): string {
  return `merchant ${merchantId} notification secret`;
}

interface NotifiedMerchant {
  readonly id: string;
  readonly notification: { readonly secret?: string | undefined } | null;
}

/** @returns the secret sent with the merchant's notifications, if any */
export function notificationSecret({ id, notification }: NotifiedMerchant, sealer: SecretOpener): string | undefined {
  const secret = notification?.secret;
  return secret === undefined ? undefined : openedKey(secret, secretPlace(id), sealer);
}

/** Returns the key in clear; a key that is not sealed is returned unchanged. */
export function openedKey(key: string, place: string, sealer: SecretOpener): string {
  return isSealedKey(key) ? sealer.open(Buffer.from(key.slice(SEALED_PREFIX.length), 'base64'), place) : key;
}
