/**
 * Detects keys of 32 bytes that do not come from a random source: typed, counted up, repeated or empty. Randomness
 * cannot be proved, so this refuses only keys that a random source produces less than once in 10^13.
 */

/**
 * 32 random bytes have 30 different values on average, and so have the differences between neighbours, which are few if
 * bytes are counted up or down.
 */
const DIFFERENT_MAX_OF_WEAK = 16;

const PRINTABLE_FIRST = 0x20;
const PRINTABLE_LAST = 0x7e;

/** @returns a description of the weakness; undefined for a key that may be random */
export function weaknessOf(key: Uint8Array): string | undefined {
  if (key.every((byte) => byte >= PRINTABLE_FIRST && byte <= PRINTABLE_LAST)) {
    return 'text';
  }
  if (new Set(key).size <= DIFFERENT_MAX_OF_WEAK) {
    return 'a few bytes that repeat';
  }
  // Modulo 256, because the array's elements are bytes.
  const differences = key.subarray(1).map((byte, index) => byte - (key[index] ?? 0));
  return new Set(differences).size <= DIFFERENT_MAX_OF_WEAK ? 'a sequence' : undefined;
}
