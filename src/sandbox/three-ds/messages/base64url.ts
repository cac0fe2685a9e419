/** Messages in a browser's form: JSON in base64url without padding. */
import type { Message } from './table.ts';

export function base64UrlOf(message: Message): string {
  return Buffer.from(JSON.stringify(message)).toString('base64url');
}

/** @returns the text; for invalid base64url a text that is not JSON */
export function textOfBase64Url(text: string): string {
  return /^[A-Za-z0-9_-]*$/.test(text) ? Buffer.from(text, 'base64url').toString() : '';
}
