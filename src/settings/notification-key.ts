/**
 * The key that signs what the sandbox's own merchant is told. The gateway signs with it and the sandbox's receiver
 * checks with it: two processes that start together, so whichever comes first makes it and both read the same.
 */
import { join } from 'node:path';
import { keptSecret } from './kept-secret.ts';

/** As many as HMAC-SHA-256 gives. */
const KEY_BYTES = 32;
const KEY = /^[A-Za-z0-9+/]{43}=$/;

/**
 * As Standard Webhooks' libraries take it: `whsec_` and base64, from `<dataDir>/sandbox/notification-key`, which is
 * generated (a file that only its owner can read) where there is none.
 *
 * @throws {Error} whose message is one line for the operator
 */
export function sandboxNotificationKey(dataDir: string): string {
  const file = join(dataDir, 'sandbox', 'notification-key');
  const key = keptSecret(file, KEY_BYTES, 'base64');
  if (KEY.test(key)) {
    return `whsec_${key}`;
  }
  throw new Error(`${file} must hold ${KEY_BYTES} bytes as base64; remove it, and a new one is made.`);
}
