/**
 * Support codes: an answer shows one, and the log finds it. They are random, so that two of them do not reveal how many
 * requests lie between, and made of letters and digits that can be read aloud (Crockford's base 32).
 */
import { randomFillSync } from 'node:crypto';

const ALPHABET = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz');
/** 60 bits: of a hundred million requests in one log, no two are likely to share one. */
const CODE_CHARACTERS = 12;
/** One call to the random source costs as much for one code as for hundreds, so one call makes this many. */
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
