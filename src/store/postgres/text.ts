/**
 * Text as PostgreSQL can store it. Its texts have no NUL, and merchants' ids may. So U+0001 escapes: itself doubled,
 * NUL as the pair U+0001 U+0002. Equal texts stay equal and different ones different; JSON has no control characters,
 * so only ids ever have one.
 */
import type { SqlValue } from '../statement.ts';

const ESCAPE = '\u0001';

/** Values of other types are unchanged. */
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
