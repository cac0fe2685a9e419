/** The return state: the signed name of a browser payment in the address to which its provider redirects the payer. */
import { type BrowserPayment, isHashStart, type Sealer } from '../ports/index.ts';

/** A payer who returns later than this sees the status page instead of being redirected to the return URL. */
const RETURN_LIFE_MS = 24 * 60 * 60_000;
/** The length of the signature: 128 bits of the HMAC. */
const SIGNATURE_BYTES = 16;
const PURPOSE = 'return state';
const STATE = /^([0-9a-z]{1,11})-([0-9a-z]{1,9})-([0-9A-Za-z_-]{22})$/;

/**
 * The secret in the provider's return address: the payment, the expiry, and a signature over both and the payment's
 * reference, which makes it invalid for other payments.
 */
export function returnState(
  sealer: Sealer,
  { transactionKey, reference }: Pick<BrowserPayment, 'reference' | 'transactionKey'>,
  now: number,
): string {
  const named = `${transactionKey.toString(36)}-${(now + RETURN_LIFE_MS).toString(36)}`;
  return `${named}-${signature(sealer, named, reference).toString('base64url')}`;
}

export interface ReadReturnState {
  readonly transactionKey: number;
  readonly expiresAt: number;
  /** True if it was signed for the payment with this reference. */
  readonly isOf: (reference: string) => boolean;
}

/** @returns undefined for an invalid format; do not trust the content until `isOf` has returned true */
export function readReturnState(sealer: Sealer, state: string): ReadReturnState | undefined {
  const [, key, expiry, signed] = STATE.exec(state) ?? [];
  if (key === undefined || expiry === undefined || signed === undefined) {
    return undefined;
  }
  const transactionKey = Number.parseInt(key, 36);
  if (!Number.isSafeInteger(transactionKey)) {
    return undefined;
  }
  const given = Buffer.from(signed, 'base64url');
  return {
    transactionKey,
    expiresAt: Number.parseInt(expiry, 36),
    isOf: (reference) =>
      // Only the canonical base64url is valid: otherwise a text with other spare bits would decode to the same bytes.
      given.toString('base64url') === signed &&
      isHashStart(sealer, PURPOSE, signedText(`${key}-${expiry}`, reference), given, SIGNATURE_BYTES),
  };
}

function signature(sealer: Sealer, named: string, reference: string): Buffer {
  return Buffer.from(sealer.hash(PURPOSE, signedText(named, reference))).subarray(0, SIGNATURE_BYTES);
}

function signedText(named: string, reference: string): string {
  return `${named} ${reference}`;
}
