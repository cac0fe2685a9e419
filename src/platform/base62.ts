/** Random names of letters and digits only, which need no escaping in URLs and file names, and can be read aloud. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Returns a random name. Each character has slightly less than 6 bits of entropy.
 * @param random returns a cryptographically secure random integer from 0 to `below - 1`
 */
export function base62(characters: number, random: (below: number) => number): string {
  return Array.from({ length: characters }, () => BASE62[random(BASE62.length)]).join('');
}
