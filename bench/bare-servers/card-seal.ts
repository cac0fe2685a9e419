/** Encrypts card numbers with AES-256-GCM under a key that lives as long as the process. */
import { createCipheriv, createSecretKey, randomBytes, randomFillSync } from 'node:crypto';

const NONCE_BYTES = 12;
/** The number of nonces to read from the system's random source at once. */
const NONCES_AT_ONCE = 512;

const sealKey = createSecretKey(randomBytes(32));
const nonces = Buffer.alloc(NONCE_BYTES * NONCES_AT_ONCE);
let nonceAt = nonces.length;

/** @returns nonce, ciphertext and tag */
export function sealCard(number: string): Buffer {
  if (nonceAt === nonces.length) {
    randomFillSync(nonces);
    nonceAt = 0;
  }
  const nonce = nonces.subarray(nonceAt, nonceAt + NONCE_BYTES);
  nonceAt += NONCE_BYTES;
  const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
  const sealed = cipher.update(number, 'latin1');
  cipher.final();
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
}
