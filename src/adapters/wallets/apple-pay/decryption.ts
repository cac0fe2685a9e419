/** The decryption of EC_v1: a key of NIST SP 800-56A, 5.8.1, and AES-256-GCM. */
import { createDecipheriv, createHash } from 'node:crypto';

/** The number of the only hash that a key of 32 bytes needs. */
const COUNTER = Buffer.from('00000001', 'hex');
/** With its length in the first byte. */
const ALGORITHM_ID = Buffer.from('\x0did-aes256-GCM', 'latin1');
const PARTY_U = Buffer.from('Apple');
/** Each key encrypts one message, so Apple's nonce is constant. */
const NONCE = Buffer.alloc(16);
const TAG_BYTES = 16;

/**
 * @param data ciphertext and tag @param secret of the merchant's and the ephemeral key
 * @returns undefined if the key is another: the token is for another merchant identifier, or was changed
 */
export function decryptPaymentData(data: Buffer, secret: Buffer, merchantId: string): string | undefined {
  if (data.length < TAG_BYTES) {
    return undefined;
  }
  const partyV = createHash('sha256').update(merchantId).digest();
  const key = createHash('sha256')
    .update(Buffer.concat([COUNTER, secret, ALGORITHM_ID, PARTY_U, partyV]))
    .digest();
  const decipher = createDecipheriv('aes-256-gcm', key, NONCE, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(data.subarray(-TAG_BYTES));
  try {
    return decipher.update(data.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
