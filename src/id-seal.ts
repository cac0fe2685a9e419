/**
 * What hangs on an id that is a password: its hash, by which a row is found, and texts that whoever has the id can
 * open. Neither is under a key of the vault: such keys are rotated, and an id of 143 random bits is guessed by nobody.
 */
import { createHash } from 'node:crypto';
import { decrypt, deriveKey, encrypt } from './vault/index.ts';

/** Changed, no row is found any more. */
const HASHED_AS = 'turnpike session id';
const SEALED_AS = 'session id seal';

/** @returns 64 hex digits, which tell nothing of the id */
export function idHash(id: string): string {
  return createHash('sha256').update(`${HASHED_AS}\0${id}`).digest('hex');
}

/** @param place what the text belongs to; it opens there only @returns base64 */
export function sealUnderId(id: string, text: string, place: string): string {
  return encrypt(keyOf(id), Buffer.from(text, 'utf8'), place).toString('base64');
}

/** @returns undefined for what was not sealed under this id, or for another place */
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
