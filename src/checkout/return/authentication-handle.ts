/** The handle of an authentication's status page. It grants access to the page, so it must not be guessable. */
import type { Gateway } from '../../core/index.ts';
import { type FoundAuthentication, isHashStart, type Sealer } from '../../core/ports/index.ts';

/** 128 bits of the HMAC. */
const SIGNATURE_BYTES = 16;
const PURPOSE = 'authentication status handle';
/** Handles of card payments begin with another letter; those of browser payments have no dash. */
const HANDLE = /^a([0-9a-z]{1,11})-([0-9A-Za-z_-]{22})$/;

export function authenticationHandle(
  { sealer }: Pick<Gateway, 'sealer'>,
  { authentication: { key } }: Pick<FoundAuthentication, 'authentication'>,
): string {
  const named = key.toString(36);
  return `a${named}-${signature(sealer, named).toString('base64url')}`;
}

/** @returns undefined for a handle that this gateway has not issued */
export function authenticationKey({ sealer }: Pick<Gateway, 'sealer'>, handle: string): number | undefined {
  const [, named, signed] = HANDLE.exec(handle) ?? [];
  if (named === undefined || signed === undefined) {
    return undefined;
  }
  const given = Buffer.from(signed, 'base64url');
  // Only the canonical spelling is accepted: base64url has spare bits.
  const isRight = given.toString('base64url') === signed && isHashStart(sealer, PURPOSE, named, given, SIGNATURE_BYTES);
  return isRight ? Number.parseInt(named, 36) : undefined;
}

function signature(sealer: Sealer, named: string): Buffer {
  return Buffer.from(sealer.hash(PURPOSE, named)).subarray(0, SIGNATURE_BYTES);
}
