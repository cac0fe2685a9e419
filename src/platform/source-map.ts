/** Finds a position in a source map, format version 3, without decoding the map into objects. */

export interface Origin {
  /** The source's number in the map. */
  readonly source: number;
  /** From 0, as is `column`. */
  readonly line: number;
  readonly column: number;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, DIGITS.indexOf(String.fromCharCode(code))));
const COMMA = 44;
const SEMICOLON = 59;

/**
 * Segments are separated by commas, and lines by semicolons. A segment has up to five numbers: the differences of the
 * column, the source, its line, its column and a name to those before, the column's within a line. A number is in base
 * 64 with five bits a digit: the lowest bit of all is the sign, and a sixth bit says that another digit follows.
 *
 * @param line from 0, as is `column`
 * @returns the origin of the last segment at or before the position; undefined if there is none
 */
export function originOf(mappings: string, line: number, column: number): Origin | undefined {
  const sums = [0, 0, 0, 0, 0];
  let [member, value, shift, lineNow] = [0, 0, 0, 0];
  let [source, sourceLine, sourceColumn] = [-1, 0, 0];
  for (let index = 0; index <= mappings.length && lineNow <= line; index += 1) {
    const code = index === mappings.length ? SEMICOLON : mappings.charCodeAt(index);
    if (code === COMMA || code === SEMICOLON) {
      if (lineNow === line && member > 0 && (sums[0] ?? 0) > column) {
        break;
      }
      if (member > 1) {
        [, source = 0, sourceLine = 0, sourceColumn = 0] = sums;
      }
      member = 0;
      if (code === SEMICOLON) {
        lineNow += 1;
        sums[0] = 0;
      }
      continue;
    }
    const digit = VALUES[code] ?? 0;
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit < 32) {
      sums[member] = (sums[member] ?? 0) + (value & 1 ? -(value >> 1) : value >> 1);
      [member, value, shift] = [member + 1, 0, 0];
    }
  }
  return source < 0 ? undefined : { source, line: sourceLine, column: sourceColumn };
}
