/** The passwords of sealed cookies: a payer's, and that of a person of the console. */
import type { KeyEncryptionKey, Vault } from '../adapters/vault/index.ts';
import type { CookiePasswords } from '../checkout/index.ts';
import { deriveKey } from '../platform/aes-gcm.ts';
import type { Settings } from '../settings/index.ts';

/** The offset of the ids of stored keys, so that they differ from those of derived keys, which count from 1. */
const STORED_ID_MIN = 1_000;

/**
 * The keys of sealed cookies. Older releases derived them from key-encryption keys. This release does too, until
 * every live process has loaded a stored key for cookies.
 */
export function cookiePasswords({ keys }: Settings, vault: Vault): () => CookiePasswords {
  const derived = keys
    .toReversed()
    .flatMap((key) => ('bytes' in key ? [deriveKey((key as KeyEncryptionKey).bytes, 'payer cookie')] : []))
    .map((bytes, index) => [(index + 1).toString(), bytes.toString('base64')] as const);
  return () => {
    const { all, inUse } = vault.cookieKeys();
    const stored = all.map(({ id, bytes }) => [`${STORED_ID_MIN + id}`, bytes.toString('base64')] as const);
    return {
      all: Object.fromEntries([...derived, ...stored]),
      inUse: inUse === undefined ? `${derived.length}` : `${STORED_ID_MIN + inUse.id}`,
    };
  };
}
