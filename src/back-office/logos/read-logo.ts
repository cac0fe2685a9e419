/** Converts an operator's file to the bytes that payers' browsers get. */
import { createHash } from 'node:crypto';
import type { DrawnPicture } from './drawn-picture.ts';
import { LogoError } from './logo-error.ts';
import { isPng, readPng } from './png.ts';
import { readSvg } from './svg.ts';

export interface Logo extends DrawnPicture {
  /** Identifies the content: the first 32 hex digits of its SHA-256. */
  readonly hash: string;
}

/** The largest file. Every payer downloads the logo, and a larger file would weigh more than the page. */
const FILE_BYTES_MAX = 65_536;
/**
 * The largest ratio of the sides. A wordmark may be wide, but a wider one would be illegible at the height of a line.
 */
const PROPORTION_MAX = 10;
const HASH_DIGITS = 32;

/**
 * @param file a PNG, or an SVG in UTF-8
 * @throws LogoError with one sentence for the operator
 */
export function readLogo(file: Uint8Array): Logo {
  if (file.length > FILE_BYTES_MAX) {
    throw new LogoError(`a logo has at most ${FILE_BYTES_MAX} bytes, and this has ${file.length}`);
  }
  const picture = isPng(file) ? readPng(file) : readSvg(file);
  const { width, height } = picture;
  if (Math.max(width / height, height / width) > PROPORTION_MAX) {
    throw new LogoError(`one side is more than ${PROPORTION_MAX} times the other: ${width} × ${height}`);
  }
  if (picture.bytes.length > FILE_BYTES_MAX) {
    throw new LogoError(`written anew, it has ${picture.bytes.length} bytes, and ${FILE_BYTES_MAX} are allowed`);
  }
  return { ...picture, hash: createHash('sha256').update(picture.bytes).digest('hex').slice(0, HASH_DIGITS) };
}
