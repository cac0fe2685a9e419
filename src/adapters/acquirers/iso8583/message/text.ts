/**
 * Escapes any text for a field limited to printable ASCII: UTF-8 with each byte outside printable ASCII, and `%`
 * itself, written as `%` and two hexadecimal digits. A text has exactly one escaped form, so equal fields mean equal
 * texts.
 */
import { Iso8583Error } from './iso8583-error.ts';

const PLAIN = /^[\x20-\x24\x26-\x7e]*$/;
const ESCAPED_TEXT = /^(?:[\x20-\x24\x26-\x7e]|%[0-9A-F]{2})*$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws {Iso8583Error} for a lone surrogate, which UTF-8 cannot encode, so that the text would be changed. */
export function escapeText(text: string, field: number): string {
  if (PLAIN.test(text)) {
    return text;
  }
  if (!text.isWellFormed()) {
    throw new Iso8583Error('FIELD_FORMAT', field);
  }
  let escaped = '';
  for (const byte of Buffer.from(text, 'utf8')) {
    escaped += escapeByte(byte);
  }
  return escaped;
}

function escapeByte(byte: number): string {
  const plain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
  return plain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** @throws {Iso8583Error} for any text that `escapeText` does not produce. */
export function unescapeText(escaped: string, field: number): string {
  if (PLAIN.test(escaped)) {
    return escaped;
  }
  if (!ESCAPED_TEXT.test(escaped)) {
    throw new Iso8583Error('FIELD_FORMAT', field);
  }
  const bytes = Buffer.from(
    escaped.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  const text = decodeUtf8(bytes, field);
  if (escapeText(text, field) !== escaped) {
    throw new Iso8583Error('FIELD_FORMAT', field);
  }
  return text;
}

function decodeUtf8(bytes: Buffer, field: number): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Iso8583Error('FIELD_FORMAT', field);
  }
}

/** The longest beginning of `text`, in whole code points, with an escaped form of at most `lengthMax` characters. */
export function escapeBeginning(text: string, lengthMax: number, field: number): string {
  const whole = escapeText(text, field);
  if (whole.length <= lengthMax) {
    return whole;
  }
  let beginning = '';
  for (const codePoint of text) {
    const next = escapeText(codePoint, field);
    if (beginning.length + next.length > lengthMax) {
      break;
    }
    beginning += next;
  }
  return beginning;
}
