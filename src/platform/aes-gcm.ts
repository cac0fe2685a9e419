/**
 * The encryption of all stored data: AES-256-GCM with a random 12-byte nonce, a 16-byte tag, and additional
 * authenticated data that binds each ciphertext to its place. So a ciphertext that was copied to another row cannot be
 * decrypted there.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomFillSync } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** Derives a key for one purpose, so that no key serves two purposes. */
export function deriveKey(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, new Uint8Array(), `turnpike ${purpose}`, KEY_BYTES));
}

/**
 * @param bound the additional authenticated data, which states the place of the ciphertext
 * @param headBytes the number of bytes to reserve at the beginning, which the caller fills
 */
export function encrypt(key: Uint8Array, plain: Uint8Array, bound: string, headBytes = 0): Buffer {
  const plainAt = headBytes + NONCE_BYTES;
  const sealed = Buffer.allocUnsafe(plainAt + plain.length + TAG_BYTES);
  const nonce = sealed.subarray(headBytes, plainAt);
  randomBytesInto(nonce);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(bound, 'utf8'));
  cipher.update(plain).copy(sealed, plainAt);
  cipher.final();
  cipher.getAuthTag().copy(sealed, plainAt + plain.length);
  return sealed;
}

/** @throws Error if the key, the ciphertext or the place differs from those of the encryption */
export function decrypt(key: Uint8Array, sealed: Uint8Array, bound: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(bound, 'utf8'));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)), decipher.final()]);
}

/**
 * Random bytes for many nonces, from one call of the system's random source. A call per nonce would take longer than
 * the encryption.
 */
const pool = Buffer.alloc(4_096);
let poolAt = pool.length;

function randomBytesInto(target: Buffer): void {
  if (poolAt + target.length > pool.length) {
    randomFillSync(pool);
    poolAt = 0;
  }
  pool.copy(target, 0, poolAt, poolAt + target.length);
  pool.fill(0, poolAt, poolAt + target.length);
  poolAt += target.length;
}
