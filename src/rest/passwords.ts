/** API passwords at rest: scrypt with its parameters stored beside the hash, so that they can grow. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** 16 MiB and some tens of milliseconds a check; the hot path never runs it (see `authenticate.ts`). */
const COST = 2 ** 14;
const BLOCK_SIZE = 8;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** 128 bits, as hex. */
const PASSWORD_BYTES = 16;

export function newPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('hex');
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  return ['scrypt', COST, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** Compares in constant time. An unknown merchant, or one without a password, costs the same time and never matches. */
export async function passwordMatches(password: string, stored: string | null | undefined): Promise<boolean> {
  const [scheme, cost, salt, hash] = (stored ?? '').split('$');
  const known = scheme === 'scrypt' && cost !== undefined && salt !== undefined && hash !== undefined;
  const derived = await derive(
    password,
    known ? Buffer.from(salt, 'base64') : Buffer.alloc(SALT_BYTES),
    known ? Number(cost) : COST,
  );
  const expected = known ? Buffer.from(hash, 'base64') : Buffer.alloc(HASH_BYTES);
  return timingSafeEqual(derived, expected) && known;
}

function derive(password: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, { N: cost, r: BLOCK_SIZE, p: 1 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
