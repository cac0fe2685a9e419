/**
 * Derivations from an id that is a password: its hash, by which a row is found, and texts that open only with the id.
 * They use no key of the vault, since those keys are rotated; an id of 143 random bits cannot be guessed.
 */
import { createHash } from 'node:crypto';
import { decrypt, deriveKey, encrypt } from './aes-gcm.ts';

/** Must not change: existing rows would not be found. */
const HASHED_AS = 'turnpike session id';
const SEALED_AS = 'session id seal';

/** @returns 64 hex digits that do not reveal the id */
export function idHash(id: string): string {
  return createHash('sha256').update(`${HASHED_AS}\0${id}`).digest('hex');
}

/**
 * @param place the context of the text; it opens only there
 * @returns base64
 */
export function sealUnderId(id: string, text: string, place: string): string {
  return encrypt(keyOf(id), Buffer.from(text, 'utf8'), place).toString('base64');
}

/** @returns undefined for a text that was not sealed under this id, or for another place */
export function openUnderId(id: string, sealed: string, place: string): string | undefined {
  try {
    return decrypt(keyOf(id), Buffer.from(sealed, 'base64'), place).toString('utf8');
  } catch {
    return undefined;
  }
}

function keyOf(id: string): Buffer {
  return deriveKey(Buffer.from(id, 'utf8'), SEALED_AS);
}
