/**
 * Signatures as Standard Webhooks has them (version 1, HMAC-SHA-256): a library in the merchant's language checks them.
 */
import { createHmac, randomBytes } from 'node:crypto';

/** Of a key's text: what follows is base64. */
const PREFIX = 'whsec_';
/** As many as the hash gives. */
const KEY_BYTES = 32;
/** What the libraries take. */
const KEY_BYTES_MIN = 24;
const KEY_BYTES_MAX = 64;
/** RFC 4648, with its padding. */
const KEY = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export function newSigningKey(): string {
  return PREFIX + randomBytes(KEY_BYTES).toString('base64');
}

/** @returns whether a merchant's library takes it */
export function isSigningKey(text: string): boolean {
  const { length } = bytesOf(text);
  return KEY.test(text) && length >= KEY_BYTES_MIN && length <= KEY_BYTES_MAX;
}

/**
 * The value of `webhook-signature`: one signature a key. Whoever holds any one of them can check.
 *
 * @param keys as `newSigningKey` makes them
 *   @param seconds since 1970: the try's `webhook-timestamp`
 *   @param body as it is sent
 */
export function signature(keys: readonly string[], id: string, seconds: number, body: string): string {
  const signed = `${id}.${seconds}.${body}`;
  return keys.map((key) => `v1,${createHmac('sha256', bytesOf(key)).update(signed).digest('base64')}`).join(' ');
}

function bytesOf(key: string): Buffer {
  return Buffer.from(key.slice(PREFIX.length), 'base64');
}
