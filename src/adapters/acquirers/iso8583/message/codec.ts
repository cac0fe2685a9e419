/**
 * Encodes and decodes messages: type (4 digits), bitmap, secondary bitmap if a field above 64 is present, fields in
 * order. An encoded message is a string here, one character a byte, because V8 builds and slices such strings faster
 * than it copies between small buffers.
 *
 * @example
 *   const text = encodeMessage({ mti: '0800', fields: { 11: '000001', 70: '001' } });
 *   decodeMessage(text).fields[70] // '001'
 */
import { BITMAP_LENGTH, bitOf, readWord, wordOf, wordToHex } from './bitmap.ts';
import { CLASS_BIT, isOfClass, readDigits } from './character-class.ts';
import { FIELD_TABLE, type FieldDefinition, type FieldNumber, type IsoFields, type IsoMessage } from './fields.ts';
import { Iso8583Error } from './iso8583-error.ts';

const MTI_LENGTH = 4;
const SECONDARY_FOLLOWS = bitOf(1);
const PREFIX_LENGTH = { FIXED: 0, LLVAR: 2, LLLVAR: 3 } as const;

interface Layout {
  readonly number: FieldNumber;
  readonly classBit: number;
  readonly length: number;
  /** Number of digits of the length prefix; 0 for a fixed field. */
  readonly prefixLength: number;
  readonly word: number;
  readonly bit: number;
}

const LAYOUTS: readonly Layout[] = FIELD_TABLE.map(layoutOf);
const LAYOUT_OF_FIELD: readonly (Layout | undefined)[] = Array.from({ length: 129 }, (_, field) =>
  LAYOUTS.find((layout) => layout.number === field),
);
const PREFIXES: Record<number, readonly string[]> = {
  2: Array.from({ length: 100 }, (_, length) => String(length).padStart(2, '0')),
  3: Array.from({ length: 1000 }, (_, length) => String(length).padStart(3, '0')),
};

function layoutOf(field: FieldDefinition & { number: FieldNumber }): Layout {
  return {
    number: field.number,
    classBit: CLASS_BIT[field.format],
    length: field.length,
    prefixLength: PREFIX_LENGTH[field.kind],
    word: wordOf(field.number),
    bit: bitOf(field.number),
  };
}

/**
 * The message's bytes, one character each, without the frame's length.
 *
 * @throws {Iso8583Error} if the type or a field does not match its definition. Values are not truncated or padded here.
 */
export function encodeMessage(message: IsoMessage): string {
  const { mti, fields } = message;
  if (mti.length !== MTI_LENGTH || !isOfClass(mti, 0, MTI_LENGTH, CLASS_BIT.n)) {
    throw new Iso8583Error('MESSAGE_TYPE');
  }
  const words: [number, number, number, number] = [0, 0, 0, 0];
  let data = '';
  for (const layout of LAYOUTS) {
    const value = fields[layout.number];
    if (value !== undefined) {
      words[layout.word as 0] |= layout.bit;
      data += encodeField(layout, value);
    }
  }
  const hasSecondary = (words[2] | words[3]) !== 0;
  const primary = wordToHex(hasSecondary ? words[0] | SECONDARY_FOLLOWS : words[0]) + wordToHex(words[1]);
  return mti + primary + (hasSecondary ? wordToHex(words[2]) + wordToHex(words[3]) : '') + data;
}

function encodeField(layout: Layout, value: string): string {
  const length = value.length;
  const fits = layout.prefixLength === 0 ? length === layout.length : length <= layout.length;
  if (!fits) {
    throw new Iso8583Error('FIELD_LENGTH', layout.number);
  }
  if (!isOfClass(value, 0, length, layout.classBit)) {
    throw new Iso8583Error('FIELD_FORMAT', layout.number);
  }
  return layout.prefixLength === 0 ? value : PREFIXES[layout.prefixLength]?.[length] + value;
}

/**
 * Parses strictly and accepts only the format of `encodeMessage`: unknown fields, invalid characters and trailing bytes
 * are errors.
 *
 * @throws {Iso8583Error} for every invalid input; it throws no other errors.
 */
export function decodeMessage(text: string): IsoMessage {
  if (readDigits(text, 0, MTI_LENGTH) < 0) {
    throw new Iso8583Error('MESSAGE_TYPE');
  }
  const fields: IsoFields = {};
  const first = bitmapWord(text, MTI_LENGTH);
  const second = bitmapWord(text, MTI_LENGTH + 8);
  let at = MTI_LENGTH + BITMAP_LENGTH;
  if ((first & SECONDARY_FOLLOWS) === 0) {
    at = decodeWord(text, at, first, 0, fields);
    at = decodeWord(text, at, second, 1, fields);
  } else {
    const third = bitmapWord(text, at);
    const fourth = bitmapWord(text, at + 8);
    at = decodeWord(text, at + BITMAP_LENGTH, first & ~SECONDARY_FOLLOWS, 0, fields);
    at = decodeWord(text, at, second, 1, fields);
    at = decodeWord(text, at, third, 2, fields);
    at = decodeWord(text, at, fourth, 3, fields);
  }
  if (at !== text.length) {
    throw new Iso8583Error('TRAILING_BYTES');
  }
  return { mti: text.slice(0, MTI_LENGTH), fields };
}

function bitmapWord(text: string, start: number): number {
  const word = readWord(text, start);
  if (word === undefined) {
    throw new Iso8583Error('BITMAP');
  }
  return word;
}

/** Parses the fields of one bitmap word, starting at `at`. Returns the position after the last one. */
function decodeWord(text: string, at: number, word: number, wordIndex: number, fields: IsoFields): number {
  let position = at;
  let left = word;
  while (left !== 0) {
    const leading = Math.clz32(left);
    left &= ~(0x80000000 >>> leading);
    const field = wordIndex * 32 + leading + 1;
    const layout = LAYOUT_OF_FIELD[field];
    if (layout === undefined) {
      throw new Iso8583Error('UNKNOWN_FIELD', field);
    }
    const start = position + layout.prefixLength;
    const length = layout.prefixLength === 0 ? layout.length : readDigits(text, position, start);
    const end = start + length;
    if (length < 0 || length > layout.length || end > text.length) {
      throw new Iso8583Error('FIELD_LENGTH', field);
    }
    if (!isOfClass(text, start, end, layout.classBit)) {
      throw new Iso8583Error('FIELD_FORMAT', field);
    }
    fields[layout.number] = text.slice(start, end);
    position = end;
  }
  return position;
}
