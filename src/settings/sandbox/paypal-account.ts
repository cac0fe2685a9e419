/**
 * The account at the sandbox's PayPal simulator, with which the gateway authenticates. The gateway and the sandbox are
 * two processes that start together, so both derive the account from the key that they share.
 */
import { createHmac } from 'node:crypto';

/** The alphabet of PayPal's account ids, which omits characters that are easily misread: 0, 1, I and O. */
const ACCOUNT_ID_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const ACCOUNT_ID_CHARACTERS = 13;
const WEBHOOK_ID_LETTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXY';
const WEBHOOK_ID_CHARACTERS = 17;

export interface SandboxPayPalAccount {
  /** The application's OAuth client credentials. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The payee's account id. */
  readonly merchantId: string;
  /** The id of the account's webhook, which is part of the signed text of each notification. */
  readonly webhookId: string;
}

/** @param key the key that the gateway and the sandbox's providers share. The same key gives the same account */
export function sandboxPayPalAccount(key: string): SandboxPayPalAccount {
  const derived = (what: string) => createHmac('sha512', key).update(`paypal ${what}`).digest();
  const written = (what: string, letters: string, characters: number) =>
    [...derived(what).subarray(0, characters)].map((byte) => letters[byte % letters.length]).join('');
  return {
    clientId: `A${derived('client id').toString('base64url').slice(0, 79)}`,
    clientSecret: `E${derived('client secret').toString('base64url').slice(0, 79)}`,
    merchantId: written('merchant id', ACCOUNT_ID_LETTERS, ACCOUNT_ID_CHARACTERS),
    webhookId: written('webhook id', WEBHOOK_ID_LETTERS, WEBHOOK_ID_CHARACTERS),
  };
}
