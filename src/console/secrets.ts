/** Random secrets that are stored as plain hashes: with 80 bits or more they cannot be guessed. */
import { hash, randomBytes } from 'node:crypto';
import { base32 } from './totp.ts';

const TOKEN_BYTES = 32;

/** A token for a link or a cookie. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** SHA-256, hex. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

const RECOVERY_CODES = 10;
/** 16 characters in base 32. */
const RECOVERY_BYTES = 10;

/** @example newRecoveryCodes()[0] // 'K3TV-QX2M-7HNA-PLWD' */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    (base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-'),
  );
}

/** @param typed in any case, with or without dashes @returns undefined for a text that is no recovery code */
export function recoveryCodeHash(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '');
  return /^[A-Z2-7]{16}$/.test(letters) ? hashSecret(letters) : undefined;
}
