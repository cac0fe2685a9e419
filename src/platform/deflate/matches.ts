/**
 * Finds repetitions in a text of constant pieces, between which values of unknown length are inserted later. A
 * repetition lies within one piece, and so does its source, since the bytes between pieces are not known.
 */
import { DISTANCE_MAX, LENGTH_MAX, LENGTH_MIN } from './symbols.ts';

export interface Pieces {
  /** The pieces, joined. */
  readonly text: Uint8Array;
  /** The beginning of each piece. */
  readonly starts: readonly number[];
  /** The total length of the values, at most. */
  readonly valuesMax: number;
}

/** The source of a repetition, and the length up to which it is the nearest one. */
export interface Match {
  readonly length: number;
  readonly source: number;
}

const HASHES = 1 << 15;
/** The sources to compare at each place. A template is compressed once. */
const CHAIN_MAX = 128;

/** The matches at each place of the text, with growing lengths and distances. */
export type Matches = readonly (readonly Match[])[];

export function matchesOf(pieces: Pieces): Matches {
  const { text } = pieces;
  const ends = endsOf(pieces);
  /** The last place of each hash, and for each place the place before with the same hash; -1 at the end. */
  const heads = new Int32Array(HASHES).fill(-1);
  const before = new Int32Array(text.length).fill(-1);
  const matches: Match[][] = [];
  for (let at = 0; at < text.length; at += 1) {
    const hash = hashOf(text, at);
    const head = heads[hash]!;
    matches.push(matchesAt(pieces, ends, at, head, before));
    before[at] = head;
    heads[hash] = at;
  }
  return matches;
}

function matchesAt(
  { text, valuesMax }: Pieces,
  ends: Int32Array,
  at: number,
  head: number,
  before: Int32Array,
): Match[] {
  const found: Match[] = [];
  const end = ends[at]!;
  const lengthMax = Math.min(LENGTH_MAX, end - at);
  let longest = LENGTH_MIN - 1;
  for (let source = head, tried = 0; source >= 0 && tried < CHAIN_MAX; source = before[source]!, tried += 1) {
    const isInPiece = ends[source] === end;
    if (longest >= lengthMax || at - source + (isInPiece ? 0 : valuesMax) > DISTANCE_MAX) {
      break;
    }
    const max = isInPiece ? lengthMax : Math.min(lengthMax, ends[source]! - source);
    const length = max > longest ? commonLength(text, source, at, max) : 0;
    if (length > longest) {
      longest = length;
      found.push({ length, source });
    }
  }
  return found;
}

/** The end of the piece of each place. */
function endsOf({ text, starts }: Pieces): Int32Array {
  const ends = new Int32Array(text.length);
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? text.length;
    ends.fill(end, start, end);
  }
  return ends;
}

function hashOf(text: Uint8Array, at: number): number {
  const [one, two = 0, three = 0] = [text[at]!, text[at + 1], text[at + 2]];
  return ((one << 10) ^ (two << 5) ^ three) & (HASHES - 1);
}

function commonLength(text: Uint8Array, source: number, at: number, max: number): number {
  let length = 0;
  while (length < max && text[source + length] === text[at + length]) {
    length += 1;
  }
  return length;
}
