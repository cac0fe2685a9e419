/** Writes archives whose bytes depend on the names and contents of their files alone. */
import { gzipSync } from 'node:zlib';

export interface TarFile {
  /** With slashes, relative. */
  readonly path: string;
  readonly content: Uint8Array;
  readonly isExecutable?: boolean;
}

const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;
const SMALLEST_FILES = 9;

/**
 * @param seconds the time of all files, in seconds since 1970
 * @returns a gzipped archive in the format ustar (POSIX.1-1988), which every tar and npm read
 * @throws Error if a path is too long for the format
 */
export function tarball(files: readonly TarFile[], seconds: number): Uint8Array {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const blocks = sorted.flatMap((file) => [header(file, seconds), padded(file.content)]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]), { level: SMALLEST_FILES });
}

function header({ path, content, isExecutable = false }: TarFile, seconds: number): Uint8Array {
  const [prefix, name] = split(path);
  const block = Buffer.alloc(BLOCK_BYTES);
  block.write(name, 0);
  block.write(octal(isExecutable ? 0o755 : 0o644, 8), 100);
  // The owner and the group are root, by number.
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(content.length, 12), 124);
  block.write(octal(seconds, 12), 136);
  block.write(' '.repeat(8), 148);
  block.write('0', 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** @param length of the field, with its final zero byte */
const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;

function split(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= NAME_BYTES) {
    return ['', path];
  }
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= NAME_BYTES && Buffer.byteLength(prefix) <= PREFIX_BYTES) {
      return [prefix, name];
    }
  }
  throw new Error(`The path ${path} is too long for an archive.`);
}

function padded(content: Uint8Array): Uint8Array {
  const rest = content.length % BLOCK_BYTES;
  return rest === 0 ? content : Buffer.concat([content, Buffer.alloc(BLOCK_BYTES - rest)]);
}
