/** Encrypts stored data, and decrypts data from terminals. */
export { adoptKeys } from './adopt-keys.ts';
export { ACTIVE_AFTER_MS, announcedKey, announceKey } from './announce.ts';
export { KeyServiceWatch } from './key-service-watch.ts';
export { type DataKeyInUse, KEY_USES_MAX, KeyWatch } from './key-watch.ts';
export { type KeyEncryptionKey, type KeyService, keyEncryptionKey, openAll } from './keys.ts';
export { decryptedNumber } from './p2pe-payload.ts';
export { join as joinShares, readShare, SHARES_MAX, split as splitKey } from './shares.ts';
export { Vault } from './vault.ts';
export { KeyServiceError, LackingKeyError, unwrapKey, wrap } from './wrapping.ts';
