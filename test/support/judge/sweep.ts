/**
 * Decrypts AES-256-GCM at any position and of any length in a file: it decrypts the first block of each offset as if a
 * nonce stood there, and continues where text comes out. A thief needs neither the tag nor the additional data to read,
 * so neither is checked.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';

const NONCE_BYTES = 12;
const BLOCK_BYTES = 16;
/** The counter after the nonce: GCM's first for the text. */
const FIRST_COUNTER = 2;
const OFFSETS_AT_ONCE = 1 << 16;
const TEXT_BYTES_MAX = 16_384;
/** Shorter text occurs by chance, at one of a thousand million offsets. */
const TEXT_BYTES_MIN = 28;

export interface OpenedText {
  readonly key: string;
  readonly offset: number;
  readonly text: string;
}

export interface Key {
  readonly name: string;
  /** 32. */
  readonly bytes: Uint8Array;
}

export function sweep(bytes: Buffer, keys: readonly Key[]): OpenedText[] {
  const last = bytes.length - NONCE_BYTES - BLOCK_BYTES;
  const opened: OpenedText[] = [];
  for (let start = 0; start <= last; start += OFFSETS_AT_ONCE) {
    const offsets = offsetsIn(bytes, start, Math.min(last, start + OFFSETS_AT_ONCE - 1));
    const blocks = counterBlocks(bytes, offsets);
    for (const key of keys) {
      opened.push(...openedBy(key, bytes, offsets, blocks));
    }
  }
  return opened;
}

/** Excludes offsets in zeros, which make up most of a database's log. */
function offsetsIn(bytes: Buffer, first: number, last: number): number[] {
  const offsets: number[] = [];
  let zeros = 0;
  for (let at = first; at < first + NONCE_BYTES; at += 1) {
    zeros = bytes[at] === 0 ? zeros + 1 : 0;
  }
  for (let offset = first; offset <= last; offset += 1) {
    if (zeros < NONCE_BYTES) {
      offsets.push(offset);
    }
    zeros = bytes[offset + NONCE_BYTES] === 0 ? zeros + 1 : 0;
  }
  return offsets;
}

function counterBlocks(bytes: Buffer, offsets: readonly number[]): Buffer {
  const blocks = Buffer.alloc(offsets.length * BLOCK_BYTES);
  let at = 0;
  for (const offset of offsets) {
    for (let index = 0; index < NONCE_BYTES; index += 1) {
      blocks[at + index] = bytes[offset + index]!;
    }
    blocks[at + BLOCK_BYTES - 1] = FIRST_COUNTER;
    at += BLOCK_BYTES;
  }
  return blocks;
}

function openedBy(key: Key, bytes: Buffer, offsets: readonly number[], blocks: Buffer): OpenedText[] {
  const cipher = createCipheriv('aes-256-ecb', key.bytes, null);
  cipher.setAutoPadding(false);
  const stream = cipher.update(blocks);
  const opened: OpenedText[] = [];
  for (let index = 0; index < offsets.length; index += 1) {
    const offset = offsets[index]!;
    if (!isText(bytes, offset + NONCE_BYTES, stream, index * BLOCK_BYTES)) {
      continue;
    }
    const text = readOn(key, bytes, offset);
    if (text.length >= TEXT_BYTES_MIN) {
      opened.push({ key: key.name, offset, text });
    }
  }
  return opened;
}

function isText(bytes: Buffer, at: number, stream: Buffer, streamAt: number): boolean {
  for (let index = 0; index < BLOCK_BYTES; index += 1) {
    if (!isPrintable(bytes[at + index]! ^ stream[streamAt + index]!)) {
      return false;
    }
  }
  return true;
}

function readOn({ bytes: key }: Key, bytes: Buffer, offset: number): string {
  const counter = Buffer.alloc(BLOCK_BYTES);
  bytes.copy(counter, 0, offset, offset + NONCE_BYTES);
  counter[BLOCK_BYTES - 1] = FIRST_COUNTER;
  const from = offset + NONCE_BYTES;
  const plain = createDecipheriv('aes-256-ctr', key, counter).update(bytes.subarray(from, from + TEXT_BYTES_MAX));
  const end = plain.findIndex((byte) => !isPrintable(byte));
  return plain.toString('latin1', 0, end === -1 ? plain.length : end);
}

function isPrintable(byte: number): boolean {
  return byte >= 0x20 && byte < 0x7f;
}
