/** Huffman codes of limited length (RFC 1951, section 3.2.2). */

interface Package {
  readonly weight: number;
  readonly symbols: readonly number[];
}

/**
 * Finds the best code lengths by the package-merge algorithm.
 *
 * @param counts the number of times that each symbol is used, of which at least two are not 0
 * @param bitsMax the longest code
 * @returns the length of each symbol's code; 0 for a symbol that is not used
 */
export function codeLengths(counts: readonly number[], bitsMax: number): Uint8Array {
  const leaves = counts
    .map((weight, symbol): Package => ({ weight, symbols: [symbol] }))
    .filter(({ weight }) => weight > 0)
    .sort(byWeight);
  let packages = leaves;
  for (let bits = 1; bits < bitsMax; bits += 1) {
    packages = [...leaves, ...pairsOf(packages)].sort(byWeight);
  }
  const lengths = new Uint8Array(counts.length);
  for (const { symbols } of packages.slice(0, 2 * leaves.length - 2)) {
    for (const symbol of symbols) {
      lengths[symbol]! += 1;
    }
  }
  return lengths;
}

const byWeight = (one: Package, other: Package): number => one.weight - other.weight;

function pairsOf(packages: readonly Package[]): Package[] {
  return Array.from({ length: packages.length >> 1 }, (_, pair) => {
    const [one, other] = [packages[2 * pair]!, packages[2 * pair + 1]!];
    return { weight: one.weight + other.weight, symbols: [...one.symbols, ...other.symbols] };
  });
}

/** @returns the code of each symbol, its bits reversed, since a stream begins with the lowest bit of each byte */
export function codesOf(lengths: Uint8Array): Uint16Array {
  const bitsMax = Math.max(...lengths);
  const codes = new Uint16Array(lengths.length);
  let next = 0;
  for (let bits = 1; bits <= bitsMax; bits += 1) {
    next <<= 1;
    lengths.forEach((length, symbol) => {
      if (length === bits) {
        codes[symbol] = reversed(next, bits);
        next += 1;
      }
    });
  }
  return codes;
}

function reversed(code: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    result |= ((code >> bit) & 1) << (bits - 1 - bit);
  }
  return result;
}
