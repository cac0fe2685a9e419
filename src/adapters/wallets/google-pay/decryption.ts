/** The decryption of ECv2: ECDH, HKDF, a MAC, and AES-256-CTR (ECIES-KEM of ISO 18033-2). */
import { createDecipheriv, createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { publicKeyOfPoint, sharedSecret } from '../elliptic-keys.ts';

const SALT = Buffer.alloc(32);
const INFO = 'Google';
const KEY_BYTES = 32;
/** Each key encrypts one message. */
const COUNTER = Buffer.alloc(16);

export interface EncryptedMessage {
  readonly encryptedMessage: Buffer;
  /** An uncompressed point. */
  readonly ephemeralPublicKey: Buffer;
  readonly tag: Buffer;
}

/** @returns undefined if the message is encrypted for another key */
export function decryptMessage(
  { encryptedMessage, ephemeralPublicKey, tag }: EncryptedMessage,
  privateKey: KeyObject,
): string | undefined {
  const publicKey = publicKeyOfPoint(ephemeralPublicKey);
  if (publicKey === undefined) {
    return undefined;
  }
  const material = Buffer.concat([ephemeralPublicKey, sharedSecret(privateKey, publicKey)]);
  const keys = Buffer.from(hkdfSync('sha256', material, SALT, INFO, 2 * KEY_BYTES));
  const [encryptionKey, macKey] = [keys.subarray(0, KEY_BYTES), keys.subarray(KEY_BYTES)];
  const expected = createHmac('sha256', macKey).update(encryptedMessage).digest();
  if (tag.length !== expected.length || !timingSafeEqual(tag, expected)) {
    return undefined;
  }
  const decipher = createDecipheriv('aes-256-ctr', encryptionKey, COUNTER);
  return Buffer.concat([decipher.update(encryptedMessage), decipher.final()]).toString('utf8');
}
