/** Encrypts card numbers and states with AES-256-GCM under a key that lives as long as the process. */
import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, randomFillSync } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The number of nonces to read from the system's random source at once. */
const NONCES_AT_ONCE = 512;

const sealKey = createSecretKey(randomBytes(32));
const nonces = Buffer.alloc(NONCE_BYTES * NONCES_AT_ONCE);
let nonceAt = nonces.length;

/** @param text of ASCII @returns nonce, ciphertext and tag */
export function seal(text: string): Buffer {
  if (nonceAt === nonces.length) {
    randomFillSync(nonces);
    nonceAt = 0;
  }
  const nonce = nonces.subarray(nonceAt, nonceAt + NONCE_BYTES);
  nonceAt += NONCE_BYTES;
  const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
  const sealed = cipher.update(text, 'latin1');
  cipher.final();
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
}

/** @param sealed a result of `seal` */
export function unseal(sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'latin1') + decipher.final('latin1');
}
