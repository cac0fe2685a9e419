/** Key-encryption keys that are in a device and never leave it, behind the vault's port of key services. */
export { SignIns } from './sign-ins.ts';
export { type Pkcs11Options, pkcs11Key } from './token-key.ts';
export { isPkcs11Uri, Pkcs11UriError } from './uri.ts';
