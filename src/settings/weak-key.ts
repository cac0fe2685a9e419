/**
 * Whether a key of 32 bytes is one that no random source gives: typed, counted up, repeated or left empty. Nothing
 * proves that a key is random, so this refuses only what chance makes less than once in 10^13 keys.
 */

/**
 * 32 random bytes have 30 different values on average. The same holds for the differences between neighbours, which are
 * few where bytes are counted up or down.
 */
const DIFFERENT_MAX_OF_WEAK = 16;

const PRINTABLE_FIRST = 0x20;
const PRINTABLE_LAST = 0x7e;

/** @returns what it is instead of random; undefined for a key that may be random */
export function weaknessOf(key: Uint8Array): string | undefined {
  if (key.every((byte) => byte >= PRINTABLE_FIRST && byte <= PRINTABLE_LAST)) {
    return 'text';
  }
  if (new Set(key).size <= DIFFERENT_MAX_OF_WEAK) {
    return 'a few bytes that repeat';
  }
  // Modulo 256, as the array's own elements are.
  const differences = key.subarray(1).map((byte, index) => byte - (key[index] ?? 0));
  return new Set(differences).size <= DIFFERENT_MAX_OF_WEAK ? 'a sequence' : undefined;
}
