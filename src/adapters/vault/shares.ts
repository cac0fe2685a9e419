/**
 * Shamir's secret sharing over GF(2^8), byte by byte: any `threshold` shares give the secret, and fewer reveal no
 * information about it. The field is that of AES (x^8 + x^4 + x^3 + x + 1); its tables are computed once.
 *
 * The check bytes at the end of a share detect typing errors. The key's id, which each share contains, confirms that
 * the shares belong together and are enough.
 */
import { createHash, randomBytes } from 'node:crypto';
import { KEY_BYTES } from '../../platform/aes-gcm.ts';
import { keyId } from './keys.ts';

export const SHARES_MAX = 10;
const CHECK_BYTES = 4;
const FORM = /^turnpike-share-([0-9a-f]{8})-(\d{1,2})of(\d{1,2})-([A-Za-z0-9_-]+)$/;
/** The order of the field's multiplicative group, which 3 generates. */
const ORDER = 255;
const POLYNOMIAL = 0x11b;

const EXPONENTS = new Uint8Array(ORDER);
const LOGARITHMS = new Uint8Array(ORDER + 1);
for (let power = 0, value = 1; power < ORDER; power += 1) {
  EXPONENTS[power] = value;
  LOGARITHMS[value] = power;
  const doubled = value << 1;
  value ^= doubled > ORDER ? doubled ^ POLYNOMIAL : doubled;
}

export interface KeyShare {
  /** The id of the key that the shares give. */
  readonly keyId: string;
  /** The number of the share: 1, 2, 3, … */
  readonly index: number;
  readonly threshold: number;
  readonly bytes: Buffer;
}

/**
 * @param secret 32 bytes
 * @param random returns cryptographically secure random bytes
 * @returns each share as one line of text
 */
export function split(secret: Buffer, shares: number, threshold: number, random = randomBytes): readonly string[] {
  if (!(threshold >= 2 && threshold <= shares && shares <= SHARES_MAX) || secret.length !== KEY_BYTES) {
    throw new RangeError(`2 to ${SHARES_MAX} shares, of which 2 or more are needed.`);
  }
  const coefficients = [secret, ...Array.from({ length: threshold - 1 }, () => random(KEY_BYTES))];
  const id = keyId(secret);
  return Array.from({ length: shares }, (_, at) =>
    shareText({ keyId: id, index: at + 1, threshold, bytes: valueAt(coefficients, at + 1) }),
  );
}

/**
 * @returns the secret
 * @throws Error with a sentence for the operator, if there are too few shares, shares of different keys, or one share
 *   twice
 */
export function join(texts: readonly string[]): Buffer {
  const shares = texts.map(readShare);
  const [first] = shares;
  if (first === undefined || shares.length < first.threshold) {
    throw new Error(`${first?.threshold ?? 2} shares are needed.`);
  }
  if (shares.some(({ keyId: id, threshold }) => id !== first.keyId || threshold !== first.threshold)) {
    throw new Error('The shares are of different keys.');
  }
  if (new Set(shares.map(({ index }) => index)).size < shares.length) {
    throw new Error('One share was given twice.');
  }
  const secret = interpolateSecret(shares);
  if (keyId(secret) !== first.keyId) {
    throw new Error(`The shares do not give the key ${first.keyId}: one of them is of another splitting.`);
  }
  return secret;
}

/** @throws Error with a sentence that does not repeat the text */
export function readShare(text: string): KeyShare {
  const [, id = '', index = '', threshold = '', encoded = ''] = FORM.exec(text.trim()) ?? [];
  const bytes = Buffer.from(encoded, 'base64url');
  const share = { keyId: id, index: Number(index), threshold: Number(threshold), bytes: bytes.subarray(0, KEY_BYTES) };
  if (bytes.length !== KEY_BYTES + CHECK_BYTES || share.index === 0 || shareText(share) !== text.trim()) {
    throw new Error('This is no share, or it was mistyped.');
  }
  return share;
}

function shareText({ keyId: id, index, threshold, bytes }: KeyShare): string {
  const named = `turnpike-share-${id}-${index}of${threshold}-`;
  const check = createHash('sha256').update(named).update(bytes).digest().subarray(0, CHECK_BYTES);
  return named + Buffer.concat([bytes, check]).toString('base64url');
}

/** Evaluates the polynomials of all bytes at once by Horner's rule. */
function valueAt(coefficients: readonly Buffer[], x: number): Buffer {
  return coefficients.reduceRight(
    (sum, coefficient) => Buffer.from(coefficient.map((byte, at) => byte ^ times(sum[at] ?? 0, x))),
    Buffer.alloc(KEY_BYTES),
  );
}

/** Computes the secret by Lagrange interpolation at zero. In this field, subtraction is the same as addition. */
function interpolateSecret(shares: readonly KeyShare[]): Buffer {
  const secret = Buffer.alloc(KEY_BYTES);
  for (const { index, bytes } of shares) {
    const weight = shares
      .filter((other) => other.index !== index)
      .reduce((product, other) => times(product, over(other.index, other.index ^ index)), 1);
    for (const [at, byte] of bytes.entries()) {
      secret[at] = (secret[at] ?? 0) ^ times(byte, weight);
    }
  }
  return secret;
}

function times(one: number, other: number): number {
  return one === 0 || other === 0 ? 0 : power((LOGARITHMS[one] ?? 0) + (LOGARITHMS[other] ?? 0));
}

/** @param divisor not zero */
function over(dividend: number, divisor: number): number {
  return dividend === 0 ? 0 : power((LOGARITHMS[dividend] ?? 0) + ORDER - (LOGARITHMS[divisor] ?? 0));
}

function power(exponent: number): number {
  return EXPONENTS[exponent % ORDER] ?? 0;
}
