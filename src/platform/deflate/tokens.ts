/** Chooses the literals and repetitions that take the fewest bits, as Zopfli does. */
import type { Matches, Pieces } from './matches.ts';
import {
  distanceExtraBits,
  distanceSymbol,
  LENGTH_EXTRA_BITS,
  LENGTH_MAX,
  LENGTH_MIN,
  lengthSymbol,
} from './symbols.ts';

/** A literal byte has the length 1. */
export interface Token {
  readonly at: number;
  readonly length: number;
  /** The source of a repetition. */
  readonly source: number;
}

/** The bits of each symbol's code. */
export interface Costs {
  readonly symbols: ArrayLike<number>;
  readonly distances: ArrayLike<number>;
}

export function cheapestTokens({ text }: Pieces, matches: Matches, costs: Costs): Token[] {
  const bits = new Float64Array(text.length + 1);
  const lengths = new Uint16Array(text.length).fill(1);
  const sources = new Int32Array(text.length);
  const lengthBits = lengthCosts(costs);
  for (let at = text.length - 1; at >= 0; at -= 1) {
    let least = costs.symbols[text[at]!]! + bits[at + 1]!;
    let shortest = LENGTH_MIN;
    for (const { length, source } of matches[at]!) {
      const far = distanceSymbol(at - source);
      const distanceBits = costs.distances[far]! + distanceExtraBits(far);
      for (; shortest <= length; shortest += 1) {
        const total = lengthBits[shortest]! + distanceBits + bits[at + shortest]!;
        if (total < least) {
          least = total;
          lengths[at] = shortest;
          sources[at] = source;
        }
      }
    }
    bits[at] = least;
  }
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at += lengths[at]!) {
    tokens.push({ at, length: lengths[at]!, source: sources[at]! });
  }
  return tokens;
}

/** The bits of each length, with those that follow its symbol. */
function lengthCosts({ symbols }: Costs): Float64Array {
  const bits = new Float64Array(LENGTH_MAX + 1);
  for (let length = LENGTH_MIN; length <= LENGTH_MAX; length += 1) {
    const symbol = lengthSymbol(length);
    bits[length] = symbols[symbol]! + LENGTH_EXTRA_BITS[symbol]!;
  }
  return bits;
}
