/** Makes a gzip stream of a compressed template and the values in its holes. */
import { crc32 } from 'node:zlib';
import { valueSince } from './instructions.ts';
import { type PackedTemplate, VALUE_BYTES_MAX } from './packed-template.ts';
import {
  DISTANCE_MAX,
  distanceExtraBits,
  distanceRest,
  distanceSymbol,
  LENGTH_EXTRA_BITS,
  LENGTH_MAX,
  LENGTH_MIN,
  lengthRest,
  lengthSymbol,
} from './symbols.ts';

const GZIP_END_BYTES = 8;
/** The largest size of an instruction, and of a byte of a value, in bytes. */
const INSTRUCTION_BYTES_MAX = 4;
const BYTES_PER_BYTE_MAX = 2;

/**
 * @param values by the indexes of the template's slots; their total length in the text is at most `VALUE_BYTES_MAX`
 * @returns the text as one gzip stream
 */
export function fillTemplate(template: PackedTemplate, values: readonly Uint8Array[]): Buffer {
  const { begin, checksum, bits, pieces } = template;
  const valueBytes = lengthOf(template, values);
  const rest = restOf(template, values, scratchOf(restLength(template) + valueBytes));
  const blockBytesMax = INSTRUCTION_BYTES_MAX * (bits.length + 1) + BYTES_PER_BYTE_MAX * valueBytes;
  const packed = Buffer.allocUnsafe(begin.length + blockBytesMax + GZIP_END_BYTES);
  packed.set(begin);
  const end = writeBlock(template, values, packed);
  packed.writeUInt32LE(crc32(rest, checksum), end);
  packed.writeUInt32LE(pieces[0]!.length + rest.length, end + 4);
  return packed.subarray(0, end + GZIP_END_BYTES);
}

/** @returns the text */
export function plainText(template: PackedTemplate, values: readonly Uint8Array[]): Buffer {
  const [first = new Uint8Array()] = template.pieces;
  const text = Buffer.allocUnsafe(first.length + restLength(template) + lengthOf(template, values));
  text.set(first);
  restOf(template, values, text.subarray(first.length));
  return text;
}

/** The total length of the values in their slots. */
export function lengthOf({ slots }: PackedTemplate, values: readonly Uint8Array[]): number {
  let length = 0;
  for (let slot = 0; slot < slots.length; slot += 1) {
    length += values[slots[slot]!]!.length;
  }
  return length;
}

/** The length of the pieces behind the first one. */
function restLength({ pieces }: PackedTemplate): number {
  let length = 0;
  for (let piece = 1; piece < pieces.length; piece += 1) {
    length += pieces[piece]!.length;
  }
  return length;
}

/** Writes the text behind its first piece. @returns the written part of `target` */
function restOf({ pieces, slots }: PackedTemplate, values: readonly Uint8Array[], target: Buffer): Buffer {
  let end = 0;
  for (let slot = 0; slot < slots.length; slot += 1) {
    const value = values[slots[slot]!]!;
    target.set(value, end);
    end += value.length;
    const piece = pieces[slot + 1]!;
    target.set(piece, end);
    end += piece.length;
  }
  return target.subarray(0, end);
}

let scratch = Buffer.alloc(0);

/** Memory for a text that is only read until the next call. */
function scratchOf(length: number): Buffer {
  if (scratch.length < length) {
    scratch = Buffer.alloc(length);
  }
  return scratch;
}

/** With seven bits that wait they fit a number of 32 bits. */
const GROUP_BITS_MAX = 24;
/** The bits of a value or a distance, in groups, and the number of bits of each group. */
const groups = new Int32Array(2 * VALUE_BYTES_MAX);
const groupSizes = new Int32Array(2 * VALUE_BYTES_MAX);

/**
 * Writes the block behind the template's beginning. The bits that do not fill a byte yet are in variables: a method
 * that writes some bits took three times as long.
 *
 * @returns the end of the block
 */
function writeBlock(template: PackedTemplate, values: readonly Uint8Array[], packed: Uint8Array): number {
  const { bits, kinds, slots, pieces } = template;
  /** The total length of the values in the slots before each. */
  const before = new Int32Array(slots.length + 1);
  /** The place of each value's last occurrence in the text behind the beginning. */
  const places = new Int32Array(values.length).fill(-1);
  let slot = 0;
  let constant = 0;
  let end = template.begin.length;
  let { open, openSize } = template;
  for (let index = 0; index < kinds.length; index += 1) {
    const kind = kinds[index]!;
    let size = 0;
    if (kind > 0) {
      open |= bits[index]! << openSize;
      openSize += kind;
    } else if (kind < 0) {
      size = groupDistance(template, bits[index]! + before[slot]! - before[valueSince(kind)]!, 0);
    } else {
      const number = slots[slot]!;
      const value = values[number]!;
      const place = constant + before[slot]!;
      size = groupValue(template, value, places[number]! < 0 ? 0 : place - places[number]!);
      places[number] = place;
      before[slot + 1] = before[slot]! + value.length;
      slot += 1;
      constant += pieces[slot]!.length;
    }
    for (let group = 0; group < size; group += 1) {
      open |= groups[group]! << openSize;
      openSize += groupSizes[group]!;
      for (; openSize >= 8; openSize -= 8, open >>>= 8) {
        packed[end] = open;
        end += 1;
      }
    }
    for (; openSize >= 8; openSize -= 8, open >>>= 8) {
      packed[end] = open;
      end += 1;
    }
  }
  if (openSize > 0) {
    packed[end] = open;
    end += 1;
  }
  return end;
}

/**
 * @param distance to the same value before; 0 if there is none
 * @returns the number of groups
 */
function groupValue(template: PackedTemplate, value: Uint8Array, distance: number): number {
  const { lengths, codes } = template.codes.symbols;
  let size = 0;
  let at = 0;
  if (distance > 0 && distance <= DISTANCE_MAX) {
    for (let left = value.length; left >= LENGTH_MIN; left = value.length - at) {
      const length = Math.min(left, LENGTH_MAX);
      const symbol = lengthSymbol(length);
      groups[size] = codes[symbol]! | (lengthRest(length, symbol) << lengths[symbol]!);
      groupSizes[size] = lengths[symbol]! + LENGTH_EXTRA_BITS[symbol]!;
      size = groupDistance(template, distance, size + 1);
      at += length;
    }
  }
  let open = 0;
  let openSize = 0;
  for (; at < value.length; at += 1) {
    const byte = value[at]!;
    const length = lengths[byte]!;
    if (openSize + length > GROUP_BITS_MAX) {
      groups[size] = open;
      groupSizes[size] = openSize;
      size += 1;
      open = 0;
      openSize = 0;
    }
    open |= codes[byte]! << openSize;
    openSize += length;
  }
  groups[size] = open;
  groupSizes[size] = openSize;
  return size + 1;
}

/** @param size the number of groups before @returns the number of groups */
function groupDistance(template: PackedTemplate, distance: number, size: number): number {
  const { lengths, codes } = template.codes.distances;
  const symbol = distanceSymbol(distance);
  const extra = distanceExtraBits(symbol);
  groups[size] = codes[symbol]!;
  groupSizes[size] = lengths[symbol]!;
  groups[size + 1] = distanceRest(distance, extra);
  groupSizes[size + 1] = extra;
  return size + 2;
}
