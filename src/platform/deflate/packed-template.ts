/**
 * Compresses a text with holes once, for a gzip stream (RFC 1952) with any values in the holes. A value is written as
 * it is, or as a repetition of the same value before. It is never compared with other bytes, so the size of the stream
 * does not show what a value has in common with another one (BREACH).
 */
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { type BlockCodes, blockCodes, writeHead } from './block-codes.ts';
import { Instructions, VALUE } from './instructions.ts';
import { matchesOf, type Pieces } from './matches.ts';
import {
  DISTANCE_SYMBOLS,
  distanceExtraBits,
  distanceRest,
  distanceSymbol,
  END_OF_BLOCK,
  LENGTH_EXTRA_BITS,
  LENGTH_SYMBOLS,
  lengthRest,
  lengthSymbol,
} from './symbols.ts';
import { type Costs, cheapestTokens, type Token } from './tokens.ts';

/** Plain data, which can be posted to another thread. */
export interface PackedTemplate {
  /** The beginning of the stream, up to the first value. */
  readonly begin: Uint8Array;
  /** Bits behind it that do not fill a byte. */
  readonly open: number;
  readonly openSize: number;
  /** Checksum of the first piece. */
  readonly checksum: number;
  /** The constant pieces of the text. A value lies between each two. */
  readonly pieces: readonly Uint8Array[];
  /** The index of the value in each hole. */
  readonly slots: Uint16Array;
  /** The instructions behind the beginning. */
  readonly kinds: Int16Array;
  readonly bits: Int32Array;
  readonly codes: BlockCodes;
}

export interface TextWithHoles {
  /** One more than slots. */
  readonly pieces: readonly Uint8Array[];
  /** The index of the value in each hole. A value may be in several. */
  readonly slots: readonly number[];
  /** Values like those to come, for whose letters the codes are made. */
  readonly examples: readonly Uint8Array[];
}

/**
 * The length of all values of a text, at most. Long values are compressed better with each other, and a repetition may
 * lie no farther back than a window less this length.
 */
export const VALUE_BYTES_MAX = 2_048;

/** gzip header: deflate, without a name or time, from Unix. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Codes depend on the tokens, and the cheapest tokens on the codes: each round starts with the codes of the last. */
const ROUNDS = 4;
/** Rough bits of a literal, a length and a distance, for the first round. */
const FIRST_COSTS: Costs = {
  symbols: Array.from({ length: LENGTH_SYMBOLS }, () => 7),
  distances: Array.from({ length: DISTANCE_SYMBOLS }, () => 5),
};
/** A symbol that is used once counts as much as so many that are not used. */
const COUNTED = 16;

/** Takes some 50 ms of processor time, with pauses for other work. */
export async function packTemplate({ pieces, slots, examples }: TextWithHoles): Promise<PackedTemplate> {
  const text = Buffer.concat(pieces);
  const starts = pieces.map((_, index) => pieces.slice(0, index).reduce((sum, { length }) => sum + length, 0));
  const { tokens, codes } = await compressed({ text, starts, valuesMax: VALUE_BYTES_MAX }, examples);
  const instructions = new Instructions();
  writeHead(codes, (bits, count) => instructions.write(bits, count));
  let piece = 0;
  for (const token of tokens) {
    for (; token.at >= (starts[piece + 1] ?? Number.POSITIVE_INFINITY); piece += 1) {
      instructions.add(VALUE, 0);
    }
    const sourcePiece = token.length === 1 ? piece : starts.findLastIndex((start) => start <= token.source);
    writeToken(instructions, codes, token, text[token.at]!, sourcePiece === piece ? undefined : sourcePiece);
  }
  for (; piece < slots.length; piece += 1) {
    instructions.add(VALUE, 0);
  }
  instructions.write(codes.symbols.codes[END_OF_BLOCK]!, codes.symbols.lengths[END_OF_BLOCK]!);
  const { begin, ...rest } = instructions.done();
  return {
    begin: Buffer.concat([GZIP_HEAD, begin]),
    ...rest,
    checksum: crc32(pieces[0] ?? Buffer.alloc(0)),
    pieces: pieces.map((one) => Uint8Array.from(one)),
    slots: Uint16Array.from(slots),
    codes,
  };
}

async function compressed(
  pieces: Pieces,
  examples: readonly Uint8Array[],
): Promise<{ tokens: Token[]; codes: BlockCodes }> {
  const matches = matchesOf(pieces);
  let costs = FIRST_COSTS;
  for (let round = 1; ; round += 1) {
    await setImmediate();
    const tokens = cheapestTokens(pieces, matches, costs);
    const codes = codesFor(pieces.text, tokens, examples);
    if (round === ROUNDS) {
      return { tokens, codes };
    }
    costs = { symbols: codes.symbols.lengths, distances: codes.distances.lengths };
  }
}

/** Counts the symbols. None has the count 0, since a value may need any of them. */
function codesFor(text: Uint8Array, tokens: readonly Token[], examples: readonly Uint8Array[]): BlockCodes {
  const symbols = Array.from({ length: LENGTH_SYMBOLS }, () => 1);
  const distances = Array.from({ length: DISTANCE_SYMBOLS }, () => 1);
  for (const { at, length, source } of tokens) {
    symbols[length === 1 ? text[at]! : lengthSymbol(length)]! += COUNTED;
    if (length > 1) {
      distances[distanceSymbol(at - source)]! += COUNTED;
    }
  }
  for (const byte of examples.flatMap((example) => [...example])) {
    symbols[byte]! += COUNTED;
  }
  return blockCodes(symbols, distances);
}

/** @param sourcePiece the piece of the token's source, if it is another one */
function writeToken(
  instructions: Instructions,
  { symbols, distances }: BlockCodes,
  { at, length, source }: Token,
  byte: number,
  sourcePiece: number | undefined,
): void {
  if (length === 1) {
    instructions.write(symbols.codes[byte]!, symbols.lengths[byte]!);
    return;
  }
  const symbol = lengthSymbol(length);
  instructions.write(symbols.codes[symbol]!, symbols.lengths[symbol]!);
  instructions.write(lengthRest(length, symbol), LENGTH_EXTRA_BITS[symbol]!);
  const distance = at - source;
  if (sourcePiece !== undefined) {
    instructions.addDistance(sourcePiece, distance);
    return;
  }
  const far = distanceSymbol(distance);
  const extra = distanceExtraBits(far);
  instructions.write(distances.codes[far]!, distances.lengths[far]!);
  instructions.write(distanceRest(distance, extra), extra);
}
