/**
 * The keys under which card data is stored. Data keys encrypt it; key-encryption keys (`TURNPIKE_KEYS`) wrap the data
 * keys and are not stored in the database. Rotating a key-encryption key rewraps a few small rows and leaves the card
 * data unchanged.
 *
 * All encryption is AES-256-GCM with a random 12-byte nonce, a 16-byte tag, and additional data that binds each
 * ciphertext to its place, so that an encrypted number cannot be decrypted in another row.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomFillSync } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** A key-encryption key, in the settings or inside a device that does not export it. */
export interface KeyService {
  /** Eight hex digits of a hash, which identify the key without revealing it. A key in a device has it once open. */
  readonly id: string;
  /** For the operator: the key and its device. Absent if the key itself is in the settings. */
  readonly where?: string;
  /**
   * Checks that the key is available. May be called repeatedly.
   * @throws KeyServiceError with a sentence for the operator
   */
  open(): Promise<void>;
  /** Releases the connection to the key. A later call connects again. */
  close(): Promise<void>;
  /** @param place identifies the data key, which can be unwrapped only with the same place */
  wrap(plain: Uint8Array, place: string): Promise<Buffer>;
  /** @throws Error if the key, the bytes or the place differs from those of the wrapping */
  unwrap(wrapped: Uint8Array, place: string): Promise<Buffer>;
}

/**
 * Opens the keys one after the other and stops at the first failure, so that a hanging token delays it only once.
 *
 * @throws KeyServiceError of the first unavailable key
 */
export async function openAll(keks: readonly Pick<KeyService, 'open'>[]): Promise<void> {
  for (const kek of keks) {
    await kek.open();
  }
}

/** A key-encryption key that is in the settings. */
export interface KeyEncryptionKey extends KeyService {
  readonly bytes: Buffer;
}

/** @param text 32 bytes in base64 @returns undefined if the text is invalid */
export function keyEncryptionKey(text: string): KeyEncryptionKey | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== KEY_BYTES || bytes.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) {
    return undefined;
  }
  return {
    id: keyId(bytes),
    bytes,
    open: async () => undefined,
    close: async () => undefined,
    wrap: async (plain, place) => encrypt(bytes, plain, place),
    unwrap: async (wrapped, place) => decrypt(bytes, wrapped, place),
  };
}

export function keyId(bytes: Uint8Array): string {
  return createHash('sha256').update('turnpike key id').update(bytes).digest('hex').slice(0, 8);
}

/** Derives a key for another purpose, so that each key has a single purpose. */
export function deriveKey(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, new Uint8Array(), `turnpike ${purpose}`, KEY_BYTES));
}

/** @param headBytes reserved at the beginning, for the caller to fill */
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

/** @throws Error if the key, the text or the place differs from those of the encryption */
export function decrypt(key: Uint8Array, sealed: Uint8Array, bound: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(bound, 'utf8'));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)), decipher.final()]);
}

/** Fills many nonces with one call of the system's random source; a call for each would cost more than the cipher. */
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
