/**
 * Arrays in PostgreSQL's binary format. In the text format, the client escapes all elements and the server parses them.
 * For the JSON of hundreds of rows, that takes longer than the rest of their commit.
 *
 * Format: number of dimensions, null flag, element type; then the length and lower bound of the one dimension; then
 * each element as its length, -1 for null, and its bytes. All numbers are big-endian.
 */
import pg from 'pg';
import type { ColumnType } from '../grouped-statement.ts';
import type { SqlValue } from '../statement.ts';
import { escapedText } from './text.ts';

const { INT8, BYTEA, TEXT } = pg.types.builtins;
const ELEMENT_TYPE: Record<ColumnType, number> = { bigint: INT8, bytea: BYTEA, text: TEXT };

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const BIGINT_BYTES = 8;
const NULL_LENGTH = -1;
const HIGH = 2 ** 32;

/** @param values values of the column's type, or null */
export function binaryArray(type: ColumnType, values: readonly SqlValue[]): Buffer {
  const elements = type === 'text' ? values.map(escapedText) : values;
  const bytes = elements.reduce((sum: number, value) => sum + LENGTH_BYTES + byteLength(value), HEADER_BYTES);
  const buffer = Buffer.allocUnsafe(bytes);
  buffer.writeInt32BE(1, 0);
  buffer.writeInt32BE(elements.includes(null) ? 1 : 0, 4);
  buffer.writeInt32BE(ELEMENT_TYPE[type], 8);
  buffer.writeInt32BE(elements.length, 12);
  buffer.writeInt32BE(1, 16);
  let at = HEADER_BYTES;
  for (const value of elements) {
    at = writeElement(buffer, at, value);
  }
  return buffer;
}

/** True if the value can be an element of such an array. */
export function isElement(type: ColumnType, value: SqlValue | undefined): value is SqlValue {
  if (value === null) {
    return true;
  }
  if (type === 'bigint') {
    return Number.isSafeInteger(value);
  }
  return type === 'text' ? typeof value === 'string' : value instanceof Uint8Array;
}

/** The bytes of an element's value, without its length prefix. Null has no bytes. */
function byteLength(value: SqlValue): number {
  if (value === null) {
    return 0;
  }
  if (typeof value === 'number') {
    return BIGINT_BYTES;
  }
  return typeof value === 'string' ? Buffer.byteLength(value) : value.length;
}

/** @returns the offset of the next element */
function writeElement(buffer: Buffer, at: number, value: SqlValue): number {
  const start = at + LENGTH_BYTES;
  if (value === null) {
    buffer.writeInt32BE(NULL_LENGTH, at);
    return start;
  }
  const written = writeBytes(buffer, start, value);
  buffer.writeInt32BE(written, at);
  return start + written;
}

function writeBytes(buffer: Buffer, at: number, value: number | string | Uint8Array): number {
  if (typeof value === 'string') {
    return buffer.write(value, at);
  }
  if (typeof value === 'number') {
    const high = Math.floor(value / HIGH);
    buffer.writeInt32BE(high, at);
    buffer.writeUInt32BE(value - high * HIGH, at + LENGTH_BYTES);
    return BIGINT_BYTES;
  }
  buffer.set(value, at);
  return value.length;
}
