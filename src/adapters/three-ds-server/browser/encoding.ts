/** JSON in a browser's form field: Base64url without padding (RFC 7515, 2). Padding is accepted. */

const BASE64URL = /^[A-Za-z0-9_-]*={0,2}$/;
/** The maximum length of a field. A CRes has a few hundred bytes, and ten extensions add at most 80,000. */
const CHARACTERS_MAX = 128 * 1024;

export function encodeBase64Url(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** Decodes a form field. Undefined if the field is not Base64url, or is longer than any message. */
export function decodeBase64Url(field: string): Buffer | undefined {
  return field.length <= CHARACTERS_MAX && BASE64URL.test(field) ? Buffer.from(field, 'base64url') : undefined;
}
