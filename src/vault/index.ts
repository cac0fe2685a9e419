/** Encryption of what is stored, and of what terminals send. */
export { decrypt, deriveKey, encrypt, KEY_BYTES, type KeyEncryptionKey, keyEncryptionKey } from './keys.ts';
export { decryptedNumber } from './p2pe-payload.ts';
export { Vault } from './vault.ts';
