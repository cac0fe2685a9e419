/** JSON in a browser's form field: Base64url without padding (RFC 7515, 2). Padding is accepted. */

const BASE64URL = /^[A-Za-z0-9_-]*={0,2}$/;
/** A CRes has some hundred bytes; ten extensions add at most 80,000. */
const CHARACTERS_MAX = 128 * 1024;

export function encodeBase64Url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** Undefined if it is not Base64url, or longer than any message. */
export function decodeBase64Url(field: string): Buffer | undefined {
  return field.length <= CHARACTERS_MAX && BASE64URL.test(field) ? Buffer.from(field, 'base64url') : undefined;
}
