/** Messages as a browser carries them: JSON in base64url without padding. */
import type { Message } from './table.ts';

export function encoded(message: Message): string {
  return Buffer.from(JSON.stringify(message)).toString('base64url');
}

/** @returns the text; what is no base64url gives one that is no JSON */
export function decoded(text: string): string {
  return /^[A-Za-z0-9_-]*$/.test(text) ? Buffer.from(text, 'base64url').toString() : '';
}
