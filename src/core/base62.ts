/** Random names of letters and digits only, so that addresses, file names and speech need no escaping. */
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Each character has slightly less than 6 bits of entropy.
 * @param random returns a cryptographically secure random integer from 0 to `below - 1`
 */
export function base62(characters: number, random: (below: number) => number): string {
  return Array.from({ length: characters }, () => BASE62[random(BASE62.length)]).join('');
}
