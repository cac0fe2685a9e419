/** Public keys on the curve P-256, which both wallets use, and the secret that two keys share. */
import { createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';

/** The beginning of a SubjectPublicKeyInfo of P-256 (RFC 5480, 2), before the bytes of the point. */
const SPKI_BEGINNING = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');
/** 04, and two coordinates of 32 bytes. */
const POINT_BYTES = 65;

/** @param spki SubjectPublicKeyInfo, DER @returns undefined for anything but a point on P-256 */
export function publicKeyOf(spki: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    return isP256(key) ? key : undefined;
  } catch {
    return undefined;
  }
}

/** @param point uncompressed @returns undefined for anything but a point on P-256 */
export function publicKeyOfPoint(point: Buffer): KeyObject | undefined {
  return point.length === POINT_BYTES ? publicKeyOf(Buffer.concat([SPKI_BEGINNING, point])) : undefined;
}

/** 32 bytes, with leading zeros. */
export function sharedSecret(privateKey: KeyObject, publicKey: KeyObject): Buffer {
  return diffieHellman({ privateKey, publicKey });
}

function isP256({ asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyDetails?.namedCurve === 'prime256v1';
}
