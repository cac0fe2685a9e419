/**
 * Support codes, shown in answers and found in the log. They are random, so that two of them do not reveal the number
 * of requests between, and consist of letters and digits that can be read aloud (Crockford's base 32).
 */
import { randomFillSync } from 'node:crypto';

const ALPHABET = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz');
/** 60 bits: a collision is unlikely among a hundred million requests in one log. */
const CODE_CHARACTERS = 12;
/** The random source takes as long for hundreds of codes as for one, so codes are generated in blocks of this size. */
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
