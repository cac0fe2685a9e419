/**
 * Verifies the origin of a notification by Standard Webhooks: an HMAC-SHA-256 over id, timestamp and body. It uses Web
 * Crypto alone, so that it runs in Node, Deno, Bun and at the edge.
 */
import { WebhookError } from './errors.ts';

/** The headers of a request, in any of the usual forms. Names may have any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The signing keys, each with its `whsec_`. While a key is being replaced there are two: list both. */
  readonly keys: string | readonly string[];
  /**
   * The values of `X-Notification-Secret` that are accepted. Absent: the header is not checked, since the signature is
   * the stronger proof.
   */
  readonly secrets?: string | readonly string[] | undefined;
  /** How far the timestamp may be from now, in seconds. Absent: 300. */
  readonly toleranceSeconds?: number | undefined;
  /** The current time in milliseconds since 1970. Absent: `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** A body as it came, byte for byte. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

/** The signed facts of a request. */
export interface Verified {
  /** The notification's id, the same on every try. */
  readonly id: string;
  /** The time of this try, in milliseconds since 1970. */
  readonly sentAt: number;
}

const PREFIX = 'whsec_';
const KEY_BYTES_MIN = 24;
const TOLERANCE_SECONDS = 300;
const SECOND_MS = 1_000;
/** A request with more signatures than keys can be in use is not the gateway's. */
const SIGNATURES_MAX = 10;

/**
 * @param body the body as it came, byte for byte: JSON that was parsed and written again has other bytes
 * @throws WebhookError if this is not a notification of your gateway, sent within the tolerance
 * @throws TypeError if a key is not one: without a key anybody could sign
 */
export async function verify(
  headers: WebhookHeaders,
  body: WebhookBody,
  { keys, secrets, toleranceSeconds = TOLERANCE_SECONDS, now = Date.now }: VerifyOptions,
): Promise<Verified> {
  const secretKeys = listOf(keys).map(bytesOfKey);
  if (secretKeys.length === 0) {
    throw new TypeError('Pass at least one signing key.');
  }
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    throw new WebhookError('NO_SIGNATURE', 'The request has no signature.');
  }
  const sentAt = Number(timestamp) * SECOND_MS;
  if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(now() - sentAt) > toleranceSeconds * SECOND_MS) {
    throw new WebhookError('OUT_OF_TIME', `The timestamp is not within ${toleranceSeconds} s of now.`);
  }
  const given = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .slice(0, SIGNATURES_MAX)
    .map((one) => bytesOfBase64(one.slice('v1,'.length)));
  if (!(await isSigned(secretKeys, given, signedBytes(`${id}.${timestamp}.`, bodyBytes(body))))) {
    throw new WebhookError('WRONG_SIGNATURE', 'No key verifies the signature.');
  }
  const accepted = listOf(secrets);
  if (secrets !== undefined && !(await isOneOf(accepted, headerOf(headers, 'x-notification-secret')))) {
    throw new WebhookError('WRONG_SECRET', 'X-Notification-Secret is absent or wrong.');
  }
  return { id, sentAt };
}

export function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  // Also the `Headers` of another realm or package.
  if (typeof headers.get === 'function') {
    return (headers as Headers).get(name) ?? undefined;
  }
  const [, value] = Object.entries(headers).find(([one]) => one.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : undefined;
}

const listOf = (values: string | readonly string[] | undefined): readonly string[] =>
  values === undefined ? [] : typeof values === 'string' ? [values] : values;

/** `crypto.subtle.verify` compares in constant time. All pairs are compared, whichever of them is right. */
async function isSigned(
  keys: readonly Uint8Array<ArrayBuffer>[],
  given: readonly (Uint8Array<ArrayBuffer> | undefined)[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  let isRight = false;
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of given) {
      isRight = (signature !== undefined && (await crypto.subtle.verify('HMAC', key, signature, signed))) || isRight;
    }
  }
  return isRight;
}

/** Compares hashes, whose differences tell nothing about the values. */
async function isOneOf(accepted: readonly string[], given: string | undefined): Promise<boolean> {
  const [hash, ...hashes] = await Promise.all([given ?? '', ...accepted].map(hashOf));
  return given !== undefined && given !== '' && hashes.map((one) => one === hash).includes(true);
}

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return String.fromCharCode(...new Uint8Array(hash));
}

/**
 * Also a `Buffer` or an `ArrayBuffer` of another realm, as a test in Jest has them.
 *
 * @throws WebhookError for an object, such as one that a parser made
 */
export function bodyBytes(body: WebhookBody): Uint8Array {
  if (typeof body === 'string') {
    return new TextEncoder().encode(body);
  }
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') {
    return new Uint8Array(body);
  }
  throw new WebhookError('BODY_WAS_PARSED', 'The body is an object: pass its text or its bytes as they came.');
}

function signedBytes(start: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(start);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

function bytesOfKey(key: string): Uint8Array<ArrayBuffer> {
  const bytes = key.startsWith(PREFIX) ? bytesOfBase64(key.slice(PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length < KEY_BYTES_MIN) {
    throw new TypeError('A signing key begins with whsec_, and has at least 24 bytes in base64.');
  }
  return bytes;
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
