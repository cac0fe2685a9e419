/**
 * Support codes, shown in answers and found in the log. They are random, so that two codes do not reveal the number of
 * requests between them. Their alphabet, Crockford's base 32, omits letters that are easily misread.
 */
import { randomFillSync } from 'node:crypto';

const ALPHABET = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz');
/** The length of a code, 60 bits: a collision is unlikely among a hundred million requests in one log. */
const CODE_CHARACTERS = 12;
/**
 * The number of codes that are generated together. The random source takes about as long for hundreds of codes as for
 * one.
 */
const CODES_AT_ONCE = 512;

export function supportCodes(): () => string {
  const block = Buffer.alloc(CODE_CHARACTERS * CODES_AT_ONCE);
  let text = '';
  let at = 0;
  return () => {
    if (at === text.length) {
      randomFillSync(block);
      for (let index = 0; index < block.length; index += 1) {
        block[index] = ALPHABET[block[index]! % ALPHABET.length]!;
      }
      text = block.toString('latin1');
      at = 0;
    }
    at += CODE_CHARACTERS;
    return text.slice(at - CODE_CHARACTERS, at);
  };
}
