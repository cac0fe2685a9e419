/**
 * Looks up brand, scheme, local brand and funding method of a card number: in the table of ranges, or else by the brand
 * of the first digits. Used in every authorization, so the table is sorted once.
 */
import type { CardBrandName, CardScheme, FundingMethod, LocalBrand } from '../../contract/card-names.ts';
import { brandOf, type CardBrand } from '../../contract/card-rules.ts';
import type { BinRow } from './bin-table.ts';

export interface CardFacts {
  readonly brand: CardBrandName;
  readonly scheme: CardScheme;
  readonly localBrand?: LocalBrand;
  readonly fundingMethod: FundingMethod;
  /** The country of the issuer, ISO 3166-1 alpha-3; absent if the table has no country for the range. */
  readonly country?: string;
}

const facts = (brand: CardBrandName, scheme: CardScheme, fundingMethod: FundingMethod = 'UNKNOWN'): CardFacts =>
  Object.freeze({ brand, scheme, fundingMethod });

/**
 * Properties that follow from the brand: all MAESTRO cards are debit, and all UATP cards are charge cards, billed in
 * full to a company.
 */
const OF_BRAND: Readonly<Record<CardBrand, CardFacts>> = {
  VISA: facts('VISA', 'VISA'),
  MASTERCARD: facts('MASTERCARD', 'MASTERCARD'),
  AMEX: facts('AMEX', 'AMEX'),
  DINERS_CLUB: facts('DINERS_CLUB', 'DINERS_CLUB'),
  DISCOVER: facts('DISCOVER', 'DISCOVER'),
  JCB: facts('JCB', 'JCB'),
  CHINA_UNIONPAY: facts('CHINA_UNIONPAY', 'CHINA_UNIONPAY'),
  MAESTRO: facts('MAESTRO', 'MASTERCARD', 'DEBIT'),
  UATP: facts('UATP', 'UATP', 'CHARGE'),
};

const UNKNOWN = facts('UNKNOWN', 'OTHER');

/** The sorted ranges of one length. Digits of equal length sort the same as text and as numbers. */
interface Ranges {
  readonly digits: number;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly facts: readonly CardFacts[];
}

/**
 * @param rows ranges of the same length must not overlap, see `readBinTable`
 * @returns a look-up by card number, digits only; among several matching ranges the one with the most digits wins
 * @example binTable(BIN_TABLE)('5123450000000008').brand // 'MASTERCARD'
 */
export function binTable(rows: readonly BinRow[]): (number: string) => CardFacts {
  const longestFirst = [...Map.groupBy(rows, ({ from }) => from.length)]
    .sort(([a], [b]) => b - a)
    .map(([digits, ofLength]) => inOrder(digits, ofLength));
  return (number) => {
    for (const ranges of longestFirst) {
      const found = lookUp(ranges, number);
      if (found !== undefined) {
        return found;
      }
    }
    const brand = brandOf(number);
    return brand === undefined ? UNKNOWN : OF_BRAND[brand];
  };
}

function inOrder(digits: number, rows: readonly BinRow[]): Ranges {
  const sorted = rows.toSorted((a, b) => (a.from < b.from ? -1 : 1));
  return {
    digits,
    from: sorted.map(({ from }) => from),
    to: sorted.map(({ to }) => to),
    facts: sorted.map(({ from: _from, to: _to, ...rest }) => Object.freeze(rest)),
  };
}

/** Binary search for the last range that starts at or before the number. */
function lookUp(ranges: Ranges, number: string): CardFacts | undefined {
  const start = number.slice(0, ranges.digits);
  if (start.length < ranges.digits) {
    return undefined;
  }
  let [low, high] = [0, ranges.from.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges.from[middle]! <= start) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const last = low - 1;
  return last >= 0 && start <= ranges.to[last]! ? ranges.facts[last] : undefined;
}
