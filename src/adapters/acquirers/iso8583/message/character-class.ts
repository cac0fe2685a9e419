import type { FieldFormat } from './fields.ts';

/** One bit for each class, so that one look-up checks a character. */
export const CLASS_BIT = { n: 1, an: 2, ans: 4, z: 8 } as const satisfies Record<FieldFormat, number>;

const PRINTABLE_FIRST = 0x20;
const PRINTABLE_LAST = 0x7e;

const classesOf = new Uint8Array(256);
for (let code = PRINTABLE_FIRST; code <= PRINTABLE_LAST; code += 1) {
  const character = String.fromCharCode(code);
  classesOf[code] =
    CLASS_BIT.ans |
    (/[0-9A-Za-z]/.test(character) ? CLASS_BIT.an : 0) |
    (/[0-9]/.test(character) ? CLASS_BIT.n : 0) |
    (/[0-?D]/.test(character) ? CLASS_BIT.z : 0);
}

/**
 * True if all characters of `text` from `start` up to `end` are in the class. Characters above 0xff are in no class.
 */
export function isOfClass(text: string, start: number, end: number, bit: number): boolean {
  for (let at = start; at < end; at += 1) {
    if (((classesOf[text.charCodeAt(at)] ?? 0) & bit) === 0) {
      return false;
    }
  }
  return true;
}

/** The value of the digits from `start` up to `end`, or -1 if a character is not a digit or the text ends earlier. */
export function readDigits(text: string, start: number, end: number): number {
  if (end > text.length || !isOfClass(text, start, end, CLASS_BIT.n)) {
    return -1;
  }
  let value = 0;
  for (let at = start; at < end; at += 1) {
    value = value * 10 + (text.charCodeAt(at) - 48);
  }
  return value;
}
