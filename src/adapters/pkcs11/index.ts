/** Key-encryption keys inside a device that does not export them: implements the vault's `KeyService`. */
export { SignIns } from './sign-ins.ts';
export { type Pkcs11Options, pkcs11Key } from './token-key.ts';
export { isPkcs11Uri, Pkcs11UriError } from './uri.ts';
