/**
 * Escapes merchants' own ids for a terminal: they may contain any character, and must not start a new line or move the
 * cursor.
 */

/** Control and format characters, line and paragraph separators, and the backslash that escapes them. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\]/gu;

export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
