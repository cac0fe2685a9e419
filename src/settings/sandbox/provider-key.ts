/**
 * The secret between the gateway and the sandbox's browser-payment providers: it authenticates the gateway to the
 * providers' server interface and signs their callbacks. The two processes start together, so the first one generates
 * it and both read the same file.
 */
import { join } from 'node:path';
import { readOrCreateSecret } from '../stored-secret.ts';

/**
 * The length of the key, which is the output length of HMAC-SHA-256. A longer key adds no security; a shorter key is
 * weaker.
 */
const KEY_BYTES = 32;

const KEY = /^[0-9a-f]{64}$/;

/**
 * Reads 64 hex digits from `<dataDir>/sandbox/provider-key`, or generates them if the file does not exist. Only the
 * file's owner can read it.
 *
 * @throws {Error} with one line for the operator
 */
export function sandboxProviderKey(dataDir: string): string {
  const file = join(dataDir, 'sandbox', 'provider-key');
  const key = readOrCreateSecret(file, KEY_BYTES, 'hex');
  if (KEY.test(key)) {
    return key;
  }
  throw new Error(`${file} must hold ${KEY_BYTES} bytes as hex digits; remove it, and a new one is made.`);
}
