/**
 * The keys under which card data is stored. Data keys encrypt it; key-encryption keys (`TURNPIKE_KEYS`) wrap the data
 * keys and are not stored in the database. Rotating a key-encryption key rewraps a few small rows and leaves the card
 * data unchanged.
 */
import { createHash } from 'node:crypto';
import { decrypt, encrypt, KEY_BYTES } from '../../platform/aes-gcm.ts';

/** A key-encryption key, in the settings or inside a device that does not export it. */
export interface KeyService {
  /**
   * Eight hex digits of a hash, which identify the key without revealing it. The id of a key in a device is known once
   * it is open.
   */
  readonly id: string;
  /** A description of the key and its device, for the operator. Absent if the key itself is in the settings. */
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
 * Opens the keys one after the other and stops at the first failure, so that a token that does not respond causes only
 * one delay.
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
