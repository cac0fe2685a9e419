/**
 * The key that signs notifications to the sandbox's own merchant. The gateway signs with it and the sandbox's receiver
 * verifies with it. The two processes start together, so the first one generates it and both read the same file.
 */
import { join } from 'node:path';
import { readOrCreateSecret } from '../stored-secret.ts';

/** The length of the key, which is the output length of HMAC-SHA-256. */
const KEY_BYTES = 32;
const KEY = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Reads the key in `<dataDir>/sandbox/notification-key`, or generates it if the file does not exist. Only the file's
 * owner can read it. The key is returned in the format of the Standard Webhooks libraries: `whsec_` and Base64.
 *
 * @throws {Error} with one line for the operator
 */
export function sandboxNotificationKey(dataDir: string): string {
  const file = join(dataDir, 'sandbox', 'notification-key');
  const key = readOrCreateSecret(file, KEY_BYTES, 'base64');
  if (KEY.test(key)) {
    return `whsec_${key}`;
  }
  throw new Error(`${file} must hold ${KEY_BYTES} bytes as base64; remove it, and a new one is made.`);
}
