/** Bytes to search: files as they are, and their hex and base64 contents decoded. */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface Haystack {
  readonly name: string;
  readonly bytes: Buffer;
}

export function fileAt(path: string): Haystack {
  return { name: path, bytes: readFileSync(path) };
}

/** A backup shares most bytes with the files: equal bytes are searched once. */
export function distinct(haystacks: readonly Haystack[]): Haystack[] {
  return [...new Map(haystacks.map((one) => [hash('sha256', one.bytes, 'base64'), one])).values()];
}

/** @param path a file, or a folder with all of its contents */
export function filesAt(path: string): Haystack[] {
  if (!statSync(path).isDirectory()) {
    return [fileAt(path)];
  }
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => fileAt(join(parentPath, name)));
}

/** The page size of PostgreSQL's files and of its log. */
const PAGE_BYTES = 8_192;

function pagesOf({ bytes }: Haystack): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / PAGE_BYTES) }, (_, index) =>
    bytes.subarray(index * PAGE_BYTES, (index + 1) * PAGE_BYTES),
  );
}

export function pageHashes(file: Haystack): string[] {
  return pagesOf(file).map((page) => hash('sha256', page, 'base64'));
}

/** @param known hashes of pages to omit */
export function withoutPages(file: Haystack, known: ReadonlySet<string>): Haystack {
  const pages = pagesOf(file).filter((page) => !known.has(hash('sha256', page, 'base64')));
  return { name: file.name, bytes: Buffer.concat(pages) };
}

const WAL_SEGMENT_BYTES = 16 * 1_024 * 1_024;
const WAL_NAME = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/;

/** The pages of a PostgreSQL log segment written in between: segments are recycled, and full of older pages. */
export function written({ name, bytes }: Haystack, from: bigint, until: bigint): Haystack[] {
  const [, high, low] = WAL_NAME.exec(basename(name)) ?? [];
  if (high === undefined || low === undefined) {
    return [];
  }
  const start = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) * BigInt(WAL_SEGMENT_BYTES);
  const offset = (at: bigint) => Math.min(Math.max(Number(at - start), 0), WAL_SEGMENT_BYTES);
  const first = Math.floor(offset(from) / PAGE_BYTES) * PAGE_BYTES;
  const end = Math.ceil(offset(until) / PAGE_BYTES) * PAGE_BYTES;
  return end > first ? [{ name, bytes: bytes.subarray(first, end) }] : [];
}

const WAL_HEADER_BYTES = 24;

/** PostgreSQL's log continues a record across pages, each with a header. */
export function withoutPageHeaders({ name, bytes }: Haystack): Haystack {
  const pages: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += PAGE_BYTES) {
    pages.push(bytes.subarray(at + WAL_HEADER_BYTES, at + PAGE_BYTES));
  }
  return { name: `${name} (without page headers)`, bytes: Buffer.concat(pages) };
}

/** The minimum length of sealed text: key id, nonce, tag and a few letters. */
const SEALED_BYTES_MIN = 36;
const ENCODINGS = [
  { encoding: 'hex', run: new RegExp(`[0-9A-Fa-f]{${SEALED_BYTES_MIN * 2},}`, 'g'), alignments: 2 },
  {
    encoding: 'base64',
    run: new RegExp(`[0-9A-Za-z+/_-]{${Math.ceil((SEALED_BYTES_MIN * 4) / 3)},}`, 'g'),
    alignments: 4,
  },
] as const;

/** Its hex and base64 contents, at every alignment: the characters before a text may be letters too. */
export function decoded({ name, bytes }: Haystack): Haystack {
  const text = bytes.toString('latin1');
  const found = ENCODINGS.flatMap(({ encoding, run, alignments }) =>
    [...new Set(text.match(run))].flatMap((one) =>
      Array.from({ length: alignments }, (_, skipped) => Buffer.from(one.slice(skipped), encoding)),
    ),
  );
  return { name: `${name} (decoded)`, bytes: Buffer.concat(found) };
}
