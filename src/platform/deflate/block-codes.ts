/** The Huffman codes of one block, and the head that describes them (RFC 1951, section 3.2.7). */
import { codeLengths, codesOf } from './huffman.ts';

export interface Codes {
  readonly lengths: Uint8Array;
  /** The bits of each code, reversed. */
  readonly codes: Uint16Array;
}

export interface BlockCodes {
  /** Literals, the end of the block, and lengths. */
  readonly symbols: Codes;
  readonly distances: Codes;
}

/** Appends bits to a block, the lowest first. */
export type WriteBits = (bits: number, count: number) => void;

const BITS_MAX = 15;
/** The limit for the codes of the code lengths. */
const LENGTH_BITS_MAX = 7;

/** The order in which the head has the lengths of those codes: the rare ones last, where they are omitted. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const LENGTH_CODES_MIN = 4;

const REPEAT = 16;
const FEW_ZEROS = 17;
const MANY_ZEROS = 18;

/** How often each symbol is used: none of them 0, so that each has a code. */
export function blockCodes(symbols: readonly number[], distances: readonly number[]): BlockCodes {
  return { symbols: codesFor(symbols, BITS_MAX), distances: codesFor(distances, BITS_MAX) };
}

function codesFor(counts: readonly number[], bitsMax: number): Codes {
  const lengths = codeLengths(counts, bitsMax);
  return { lengths, codes: codesOf(lengths) };
}

/** A run of equal code lengths: a symbol of the head, with the bits that follow it. */
interface Run {
  readonly symbol: number;
  readonly rest: number;
  readonly restBits: number;
}

/** Writes the head of the last block of a stream. */
export function writeHead({ symbols, distances }: BlockCodes, write: WriteBits): void {
  const runs = runsOf([...symbols.lengths, ...distances.lengths]);
  const counts = LENGTH_ORDER.map((_, symbol) => runs.filter((run) => run.symbol === symbol).length);
  const { lengths, codes } = codesFor(counts, LENGTH_BITS_MAX);
  const last = LENGTH_ORDER.findLastIndex((symbol) => lengths[symbol] !== 0);
  const shown = LENGTH_ORDER.slice(0, Math.max(LENGTH_CODES_MIN, last + 1));
  write(1, 1);
  write(2, 2);
  write(symbols.lengths.length - 257, 5);
  write(distances.lengths.length - 1, 5);
  write(shown.length - LENGTH_CODES_MIN, 4);
  for (const symbol of shown) {
    write(lengths[symbol]!, 3);
  }
  for (const { symbol, rest, restBits } of runs) {
    write(codes[symbol]!, lengths[symbol]!);
    write(rest, restBits);
  }
}

function runsOf(lengths: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < lengths.length; ) {
    const length = lengths[at]!;
    const end = lengths.findIndex((other, index) => index > at && other !== length);
    const count = (end < 0 ? lengths.length : end) - at;
    at += count;
    runs.push(...(length === 0 ? zeros(count) : repeats(length, count)));
  }
  return runs;
}

function zeros(count: number): Run[] {
  const runs: Run[] = [];
  let left = count;
  for (; left >= 3; left -= runs.at(-1)!.rest + (runs.at(-1)!.symbol === MANY_ZEROS ? 11 : 3)) {
    runs.push(
      left >= 11
        ? { symbol: MANY_ZEROS, rest: Math.min(left, 138) - 11, restBits: 7 }
        : { symbol: FEW_ZEROS, rest: left - 3, restBits: 3 },
    );
  }
  return [...runs, ...single(0, left)];
}

function repeats(length: number, count: number): Run[] {
  const runs = single(length, 1);
  let left = count - 1;
  for (; left >= 3; left -= runs.at(-1)!.rest + 3) {
    runs.push({ symbol: REPEAT, rest: Math.min(left, 6) - 3, restBits: 2 });
  }
  return [...runs, ...single(length, left)];
}

function single(length: number, count: number): Run[] {
  return Array.from({ length: count }, () => ({ symbol: length, rest: 0, restBits: 0 }));
}
