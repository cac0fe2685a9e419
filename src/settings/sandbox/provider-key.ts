/**
 * The secret between the gateway and the sandbox's browser-payment providers: it opens the providers' server interface
 * and signs their callbacks. They are two processes that start together, so the first one generates it and both read
 * the same.
 */
import { join } from 'node:path';
import { keptSecret } from '../kept-secret.ts';

/** As long as the output of HMAC-SHA256: a longer key would add nothing, a shorter one would weaken it. */
const KEY_BYTES = 32;

const KEY = /^[0-9a-f]{64}$/;

/**
 * 64 hex digits from `<dataDir>/sandbox/provider-key`. If there is no such file, it is generated; only its owner can
 * read it.
 *
 * @throws {Error} whose message is one line for the operator
 */
export function sandboxProviderKey(dataDir: string): string {
  const file = join(dataDir, 'sandbox', 'provider-key');
  const key = keptSecret(file, KEY_BYTES, 'hex');
  if (KEY.test(key)) {
    return key;
  }
  throw new Error(`${file} must hold ${KEY_BYTES} bytes as hex digits; remove it, and a new one is made.`);
}
