/**
 * The account at the sandbox's payment service provider for Pix. The gateway calls with it and the PSP knows it. They
 * are two processes that start together, so both derive it from the one key that they share.
 */
import { createHmac } from 'node:crypto';

export interface SandboxPixAccount {
  /** Of the application, for OAuth's client credentials. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** Pix key: a random one, in the form of a UUID. */
  readonly key: string;
  /** The end of the address that the PSP calls back at. */
  readonly callbackToken: string;
}

/** @param key between the gateway and the sandbox's providers; the same key gives the same account */
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
