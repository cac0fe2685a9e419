/** Ranges of first digits of card numbers in risk rules. */

const RANGE = /^(\d{1,12})(?:-(\d{1,12}))?$/;

interface BinRange {
  readonly from: string;
  readonly to: string;
}

function rangeOf(text: string): BinRange | undefined {
  const [, from, to = from] = RANGE.exec(text) ?? [];
  return from !== undefined && to !== undefined && from.length === to.length && from <= to ? { from, to } : undefined;
}

/** @example isBinRange('400000-400099') // true */
export function isBinRange(text: string): boolean {
  return rangeOf(text) !== undefined;
}

/**
 * @param ranges must be valid by `isBinRange`
 * @returns a function that is true for a card number, digits only, in one of the ranges
 */
export function binMatcher(ranges: readonly string[]): (number: string) => boolean {
  const read = ranges.map(rangeOf).filter((range) => range !== undefined);
  return (number) =>
    read.some(({ from, to }) => {
      const start = number.slice(0, from.length);
      return start.length === from.length && start >= from && start <= to;
    });
}
