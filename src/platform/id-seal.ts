/**
 * Derives values from an id that is also a secret: a hash, by which rows are found, and a key for texts that can be
 * decrypted only with the id. No key of the vault is used, because those keys are rotated. An id has 143 random bits,
 * so it cannot be guessed.
 */
import { hash } from 'node:crypto';
import { decrypt, deriveKey, encrypt } from './aes-gcm.ts';

/** The prefix of the hashed text. It must not change, or existing rows would not be found. */
const HASHED_AS = 'turnpike session id';
const SEALED_AS = 'session id seal';

/** @returns 64 hex digits that do not reveal the id */
export function idHash(id: string): string {
  return hash('sha256', `${HASHED_AS}\0${id}`);
}

/**
 * @param place the place of the text, without which it cannot be decrypted
 * @returns base64
 */
export function sealUnderId(id: string, text: string, place: string): string {
  return encrypt(keyOf(id), Buffer.from(text, 'utf8'), place).toString('base64');
}

/** @returns undefined if the text was encrypted with another id or for another place */
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
