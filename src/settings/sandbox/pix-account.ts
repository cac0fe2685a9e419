/**
 * The account at the sandbox's payment service provider for Pix, with which the gateway authenticates. The gateway and
 * the sandbox are two processes that start together, so both derive the account from the key that they share.
 */
import { createHmac } from 'node:crypto';

export interface SandboxPixAccount {
  /** The application's OAuth client credentials. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** A random Pix key, in the form of a UUID. */
  readonly key: string;
  /** The secret at the end of the URL to which the PSP sends callbacks. */
  readonly callbackToken: string;
}

/** @param key the key that the gateway and the sandbox's providers share. The same key gives the same account */
export function sandboxPixAccount(key: string): SandboxPixAccount {
  const derived = (what: string) => createHmac('sha256', key).update(`pix ${what}`).digest();
  const uuid = derived('key')
    .toString('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
  return {
    clientId: `Client_${derived('client id').toString('hex').slice(0, 32)}`,
    clientSecret: `Secret_${derived('client secret').toString('hex')}`,
    key: uuid,
    callbackToken: derived('callback').toString('base64url'),
  };
}
