/**
 * Escapes text for PostgreSQL, whose text has no NUL while merchants' ids may. U+0001 is the escape character: it is
 * doubled, and NUL becomes U+0001 U+0002. Equal texts stay equal and different ones different. JSON has no control
 * characters, so only ids are ever escaped.
 */
import type { SqlValue } from '../statement.ts';

const ESCAPE = '\u0001';

/** Leaves values of other types unchanged. */
export function escapedText(value: SqlValue): SqlValue {
  if (typeof value !== 'string' || !(value.includes('\0') || value.includes(ESCAPE))) {
    return value;
  }
  return value.replaceAll(ESCAPE, ESCAPE + ESCAPE).replaceAll('\0', `${ESCAPE}\u0002`);
}

export function unescapedText(text: string): string {
  if (!text.includes(ESCAPE)) {
    return text;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the characters to find.
  return text.replace(/\u0001([\u0001\u0002])/g, (_pair, second) => (second === ESCAPE ? ESCAPE : '\0'));
}
