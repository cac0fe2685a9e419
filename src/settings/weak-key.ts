/**
 * Detects 32-byte keys that do not come from a random source: typed text, counted sequences, repeated or zero bytes.
 * Randomness cannot be proved, so the check refuses only keys that a random source produces less than once in 10^13.
 */

/**
 * The maximum number of different values in a weak key. 32 random bytes have 30 different values on average, and so do
 * the differences between neighbouring bytes. A sequence that counts up or down has few different differences.
 */
const DIFFERENT_MAX_OF_WEAK = 16;

const PRINTABLE_FIRST = 0x20;
const PRINTABLE_LAST = 0x7e;

/** @returns a description of the weakness; undefined if the key may be random */
export function weaknessOf(key: Uint8Array): string | undefined {
  if (key.every((byte) => byte >= PRINTABLE_FIRST && byte <= PRINTABLE_LAST)) {
    return 'text';
  }
  if (new Set(key).size <= DIFFERENT_MAX_OF_WEAK) {
    return 'a few bytes that repeat';
  }
  // The differences are stored modulo 256, because the array's elements are bytes.
  const differences = key.subarray(1).map((byte, index) => byte - (key[index] ?? 0));
  return new Set(differences).size <= DIFFERENT_MAX_OF_WEAK ? 'a sequence' : undefined;
}
