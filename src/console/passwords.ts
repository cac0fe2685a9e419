/**
 * Passwords of people, which are guessed from lists: their hash is slow. Argon2id with the parameters that OWASP lists
 * takes 40 ms and 19 MiB, in a thread of the runtime.
 */
import { argon2, randomBytes } from 'node:crypto';
import { isSameBytes } from '../platform/masked-bytes.ts';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

export const PASSWORD_CHARACTERS_MIN = 12;
/** Bounds the work of a hash. */
export const PASSWORD_CHARACTERS_MAX = 128;

/** @returns the text to store: algorithm, parameters, salt and hash */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, MEMORY_KIB, PASSES);
  return ['argon2id', MEMORY_KIB, PASSES, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** @param stored undefined where there is no such person: the answer takes as long, and is false */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, memory, passes, salt = '', hash = ''] = (stored ?? '').split('$');
  const expected = stored === undefined ? randomBytes(HASH_BYTES) : Buffer.from(hash, 'base64');
  const bytes = stored === undefined ? randomBytes(SALT_BYTES) : Buffer.from(salt, 'base64');
  const derived = await derive(password, bytes, Number(memory ?? MEMORY_KIB), Number(passes ?? PASSES));
  return isSameBytes(derived, expected);
}

export type PasswordProblem = 'LONG' | 'NAMED' | 'REPEATED' | 'SHORT';

/** Rules on length and on what a guesser tries first; none on kinds of characters, as NIST advises. */
export function passwordProblem(password: string, email: string): PasswordProblem | undefined {
  const letters = password.normalize('NFC').toLowerCase();
  if ([...letters].length < PASSWORD_CHARACTERS_MIN) {
    return 'SHORT';
  }
  if ([...letters].length > PASSWORD_CHARACTERS_MAX) {
    return 'LONG';
  }
  if (new Set(letters).size < REPEATED_CHARACTERS_MAX) {
    return 'REPEATED';
  }
  const names = [...email.split(/[@.]/), 'turnpike', 'password'].filter(({ length }) => length >= NAME_CHARACTERS_MIN);
  const rest = names.reduce((text, name) => text.replaceAll(name, ''), letters);
  return [...rest].length < REST_CHARACTERS_MIN ? 'NAMED' : undefined;
}

const REPEATED_CHARACTERS_MAX = 5;
const NAME_CHARACTERS_MIN = 4;
/** Characters beside the names in it. */
const REST_CHARACTERS_MIN = 8;

function derive(password: string, nonce: Uint8Array, memory: number, passes: number): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'));
  const parameters = { message, nonce, memory, passes, parallelism: LANES, tagLength: HASH_BYTES };
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => (error === null ? resolve(Buffer.from(key)) : reject(error)));
  });
}
