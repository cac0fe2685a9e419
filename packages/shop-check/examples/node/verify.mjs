import { createHmac, timingSafeEqual } from 'node:crypto';

/** An older one may be a replay. */
const SECONDS_MAX = 5 * 60;

/**
 * Throws unless this is a notification of your gateway's, as it was sent, not more than five minutes ago.
 *
 *   verify(request.headers, rawBody, process.env.NOTIFICATION_KEY)                       // node:http, Express
 *   verify(Object.fromEntries(request.headers), await request.text(), NOTIFICATION_KEY)  // Request of the Fetch API
 *
 * rawBody is the body as it came: JSON that was parsed and written again has other bytes.
 * key is the whole text, with its whsec_.
 *
 * @param {Readonly<Record<string, string | readonly string[] | undefined>>} headers
 * @param {string | Uint8Array} rawBody
 * @param {string} key
 * @returns {void}
 */
export function verify(headers, rawBody, key) {
  // Without this, anyone could sign while the key is not set.
  const secret = Buffer.from(key.startsWith('whsec_') ? key.slice(6) : '', 'base64');
  if (secret.length < 24) {
    throw new Error('Not a key');
  }

  const byName = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const id = byName['webhook-id'];
  const timestamp = byName['webhook-timestamp'];
  const signatures = byName['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') {
    throw new Error('No signature');
  }

  const age = Date.now() / 1000 - Number(timestamp);
  if (!/^[0-9]+$/.test(timestamp) || Math.abs(age) > SECONDS_MAX) {
    throw new Error('Too old or too new');
  }

  const hash = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(rawBody).digest('base64');
  const expected = Buffer.from(`v1,${hash}`);
  // While a key is being replaced there are two signatures, the old key's and the new one's. One valid signature is
  // enough.
  const isRight = signatures.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isRight) {
    throw new Error('Signature is wrong');
  }
}
