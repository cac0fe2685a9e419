/** Random names of letters and digits only, so that addresses, file names and speech need no escaping. */
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Slightly less than 6 bits per character.
 * @param random an integer from 0 to below its argument, from a cryptographic source
 */
export function base62(characters: number, random: (below: number) => number): string {
  return Array.from({ length: characters }, () => BASE62[random(BASE62.length)]).join('');
}
