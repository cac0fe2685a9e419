/** PNGs built chunk by chunk, valid and invalid. */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

export function chunk(type: string, data: Uint8Array = Buffer.alloc(0), sum?: number): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE(sum ?? crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  readonly colour?: number;
  readonly interlace?: number;
}

export function header({ width, height, depth = 8, colour = 6, interlace = 0 }: Header): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width);
  data.writeUInt32BE(height, 4);
  data.set([depth, colour, 0, 0, interlace], 8);
  return chunk('IHDR', data);
}

export const END = chunk('IEND');

export function file(...chunks: readonly Uint8Array[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks]);
}

/** @param rows each with its filter byte */
export function pixels(rows: number, rowBytes: number): Buffer {
  return chunk('IDAT', deflateSync(Buffer.alloc(rows * (rowBytes + 1))));
}

/** Four by two pixels, of four bytes each. */
export const SMALL = { width: 4, height: 2 };
export const small = (...more: readonly Uint8Array[]) => file(header(SMALL), ...more, pixels(2, 16), END);
