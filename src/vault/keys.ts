/**
 * The keys under which card data is stored. Data keys seal; key-encryption keys (`TURNPIKE_KEYS`) wrap the data keys,
 * and are never stored in the database. Rotating a key-encryption key wraps a few small rows anew and touches no card.
 *
 * AES-256-GCM throughout: a 12-byte random nonce, a 16-byte tag, and additional data that binds each text to its place,
 * so that a sealed number moved to another row does not open there.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomFillSync } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

/** A key-encryption key, wherever it is: in the settings, or in a device that it never leaves. */
export interface KeyService {
  /**
   * Eight hex digits of a hash: identifies the key without revealing anything of it. One in a device has it once open.
   */
  readonly id: string;
  /** For the operator: which key of which device. Absent where the settings have the key itself. */
  readonly where?: string;
  /**
   * Asks whether the key is there, as often as it is called. @throws KeyServiceError with a sentence for the operator
   */
  open(): Promise<void>;
  /** Lets go of what it holds to reach the key; a call after it reaches the key again. */
  close(): Promise<void>;
  /** @param place what the data key is; it unwraps there only */
  wrap(plain: Uint8Array, place: string): Promise<Buffer>;
  /** @throws when the key, the bytes or their place is not the one they were wrapped with */
  unwrap(wrapped: Uint8Array, place: string): Promise<Buffer>;
}

/**
 * One after the other, and none after one that does not answer: a token that hangs is waited for once, not once a key.
 *
 * @throws KeyServiceError of the first that does not answer
 */
export async function openAll(keks: readonly Pick<KeyService, 'open'>[]): Promise<void> {
  for (const kek of keks) {
    await kek.open();
  }
}

/** One whose bytes are in the settings. */
export interface KeyEncryptionKey extends KeyService {
  readonly bytes: Buffer;
}

/** @param text 32 bytes in base64 @returns undefined when it is not that */
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

/** Derives a key for another purpose, so that one key never serves two. */
export function deriveKey(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, new Uint8Array(), `turnpike ${purpose}`, KEY_BYTES));
}

/** @param headBytes left free in front, for the caller to fill */
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

/** @throws when the key, the text or its place is not the one it was sealed with */
export function decrypt(key: Uint8Array, sealed: Uint8Array, bound: string): Buffer {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(bound, 'utf8'));
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)), decipher.final()]);
}

/** One call of the system's random source serves many nonces; a call for each costs more than the cipher. */
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
