/**
 * Reads PNG files (W3C, third edition) without an image library: walks the chunks, decompresses the pixels to exactly
 * the length that the header implies, and writes a new file with only the chunks that draw. Comments, profiles,
 * animations and trailing data are dropped.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { DrawnPicture } from './drawn-picture.ts';
import { LogoError } from './logo-error.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The largest side of a logo. It is sharp on every screen, and takes a browser at most four megabytes of memory. */
const SIDE_PIXELS_MAX = 1_024;
const HEADER_BYTES = 13;
const PALETTE_BYTES_MAX = 768;
/** Length, type and CRC. */
const CHUNK_FRAME_BYTES = 12;

/** The bit depths that each colour type allows, and its samples per pixel. */
const COLOUR_TYPES: Readonly<Record<number, { readonly depths: readonly number[]; readonly samples: number }>> = {
  0: { depths: [1, 2, 4, 8, 16], samples: 1 },
  2: { depths: [8, 16], samples: 3 },
  3: { depths: [1, 2, 4, 8], samples: 1 },
  4: { depths: [8, 16], samples: 2 },
  6: { depths: [8, 16], samples: 4 },
};
const PALETTE_COLOUR = 3;
const FILTER_MAX = 4;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

interface Header {
  readonly width: number;
  readonly height: number;
  readonly colour: number;
  readonly rowBytes: number;
}

export function isPng(file: Uint8Array): boolean {
  return SIGNATURE.equals(file.subarray(0, SIGNATURE.length));
}

/** @throws LogoError */
export function readPng(file: Uint8Array): DrawnPicture {
  const chunks = chunksOf(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  const [first] = chunks;
  if (first?.type !== 'IHDR') {
    throw new LogoError('the PNG does not begin with its header');
  }
  const header = readHeader(first.data);
  const palette = singleChunk(chunks, 'PLTE');
  if (header.colour === PALETTE_COLOUR && palette === undefined) {
    throw new LogoError('the PNG has no palette, which its pixels refer to');
  }
  if (palette !== undefined && (palette.length % 3 !== 0 || palette.length > PALETTE_BYTES_MAX)) {
    throw new LogoError('the palette of the PNG is damaged');
  }
  const transparency = singleChunk(chunks, 'tRNS');
  const pixels = inflatePixels(
    Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)),
    header,
  );
  const { width, height } = header;
  const bytes = Buffer.concat([
    SIGNATURE,
    writeChunk('IHDR', first.data),
    ...(palette === undefined ? [] : [writeChunk('PLTE', palette)]),
    ...(transparency === undefined ? [] : [writeChunk('tRNS', transparency)]),
    writeChunk('IDAT', deflateSync(pixels, { level: 9 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
  return { type: 'png', width, height, bytes };
}

/** Reads up to the IEND chunk. Refuses critical chunks of an unknown type, as the standard requires. */
function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  let at = SIGNATURE.length;
  while (at + CHUNK_FRAME_BYTES <= file.length) {
    const length = file.readUInt32BE(at);
    const end = at + CHUNK_FRAME_BYTES + length;
    if (end > file.length) {
      break;
    }
    const named = file.subarray(at + 4, end - 4);
    const type = named.toString('latin1', 0, 4);
    if (crc32(named) !== file.readUInt32BE(end - 4)) {
      throw new LogoError(`the PNG is damaged: its chunk ${JSON.stringify(type)} does not have its check sum`);
    }
    if (!/^(?:IHDR|PLTE|IDAT|IEND|[a-z][A-Za-z]{3})$/.test(type)) {
      throw new LogoError(`the PNG needs ${JSON.stringify(type)}, which no browser has to know`);
    }
    chunks.push({ type, data: named.subarray(4) });
    if (type === 'IEND') {
      return chunks;
    }
    at = end;
  }
  throw new LogoError('the PNG has no end: it is cut off');
}

function readHeader(data: Buffer): Header {
  if (data.length !== HEADER_BYTES) {
    throw new LogoError('the header of the PNG is damaged');
  }
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  if (width === 0 || height === 0 || width > SIDE_PIXELS_MAX || height > SIDE_PIXELS_MAX) {
    throw new LogoError(`the PNG is ${width} × ${height} pixels; each side has 1 to ${SIDE_PIXELS_MAX}`);
  }
  const [depth, colour, compression, filter, interlace] = [...data.subarray(8)] as [
    number,
    number,
    number,
    number,
    number,
  ];
  const kind = COLOUR_TYPES[colour];
  if (kind === undefined || !kind.depths.includes(depth) || compression !== 0 || filter !== 0) {
    throw new LogoError('the header of the PNG is damaged');
  }
  if (interlace !== 0) {
    throw new LogoError('the PNG is interlaced: save it without');
  }
  return { width, height, colour, rowBytes: 1 + Math.ceil((width * kind.samples * depth) / 8) };
}

/** @throws LogoError if there are more or fewer pixels than the header implies; excess data is not decompressed */
function inflatePixels(packed: Buffer, { height, rowBytes }: Header): Buffer {
  const length = rowBytes * height;
  let pixels: Buffer;
  try {
    pixels = inflateSync(packed, { maxOutputLength: length });
  } catch {
    throw new LogoError('the pixels of the PNG are damaged, or more than its header says');
  }
  if (pixels.length !== length) {
    throw new LogoError('the PNG has fewer pixels than its header says');
  }
  for (let row = 0; row < length; row += rowBytes) {
    if ((pixels[row] as number) > FILTER_MAX) {
      throw new LogoError('the pixels of the PNG are damaged');
    }
  }
  return pixels;
}

function singleChunk(chunks: readonly Chunk[], wanted: string): Buffer | undefined {
  const found = chunks.filter(({ type }) => type === wanted);
  if (found.length > 1) {
    throw new LogoError(`the PNG has ${found.length} chunks ${wanted}, and may have one`);
  }
  return found[0]?.data;
}

function writeChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
