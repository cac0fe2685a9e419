/**
 * Bytes as a different text each time: a random mask, and the bytes XORed with it. The size of a compressed page then
 * does not leak them (BREACH).
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';

/** The random source takes about as long for thousands of bytes as for one mask. */
const MASK_BYTES_AT_ONCE = 4_096;
let masks = Buffer.alloc(0);

/** @returns base64url */
export function maskBytes(bytes: Buffer): string {
  const mask = nextMask(bytes.length);
  return Buffer.concat([mask, xor(bytes, mask)]).toString('base64url');
}

/** @param text from `maskBytes`; any other text gives some other bytes */
export function unmaskBytes(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  const half = Math.floor(bytes.length / 2);
  return xor(bytes.subarray(half), bytes.subarray(0, half));
}

/** Compares in constant time. */
export function isSameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

/** @returns random bytes, which are never returned again */
function nextMask(length: number): Buffer {
  if (masks.length < length) {
    masks = randomBytes(Math.max(MASK_BYTES_AT_ONCE, length));
  }
  const mask = masks.subarray(0, length);
  masks = masks.subarray(length);
  return mask;
}

function xor(bytes: Buffer, mask: Buffer): Buffer {
  const result = Buffer.alloc(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) {
    result[index] = bytes[index]! ^ (mask[index] ?? 0);
  }
  return result;
}
