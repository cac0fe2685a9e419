/**
 * Looks up brand, scheme, local brand and funding method of a card number: in the table of ranges, or else by the brand
 * of the first digits. Used in every authorization, so the table is sorted once.
 */
import type { CardBrandName, CardScheme, CardType, FundingMethod, LocalBrand } from '../../contract/card-names.ts';
import { brandOf, type CardBrand } from '../../contract/card-rules.ts';
import type { BinRow } from './bin-table.ts';

export interface CardFacts {
  readonly brand: CardBrandName;
  readonly scheme: CardScheme;
  readonly localBrand?: LocalBrand;
  readonly fundingMethod: FundingMethod;
  readonly prepaid?: boolean;
  readonly commercial?: boolean;
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

export interface BinTable {
  /** Looks up a card number, digits only. Among several matching ranges the one with the most digits wins. */
  readonly ofNumber: (number: string) => CardFacts;
  /** The properties of all cards whose numbers begin with these digits: several where longer ranges begin with them. */
  readonly ofPrefix: (prefix: string) => readonly CardFacts[];
}

/**
 * @param rows ranges of the same length must not overlap, see `readBinTable`
 * @example binTable(BIN_TABLE).ofNumber('5123450000000008').brand // 'MASTERCARD'
 */
export function binTable(rows: readonly BinRow[]): BinTable {
  const longestFirst = [...Map.groupBy(rows, ({ from }) => from.length)]
    .sort(([a], [b]) => b - a)
    .map(([digits, ofLength]) => inOrder(digits, ofLength));
  const ofNumber = (number: string): CardFacts => {
    for (const ranges of longestFirst) {
      const found = lookUp(ranges, number);
      if (found !== undefined) {
        return found;
      }
    }
    const brand = brandOf(number);
    return brand === undefined ? UNKNOWN : OF_BRAND[brand];
  };
  const ofPrefix = (prefix: string): readonly CardFacts[] => {
    const longer = longestFirst.filter(({ digits }) => digits > prefix.length);
    return [ofNumber(prefix), ...longer.flatMap((ranges) => beginningWith(ranges, prefix))];
  };
  return { ofNumber, ofPrefix };
}

/** The types of a card, as risk rules name them. */
export function cardTypes({ fundingMethod, prepaid, commercial }: CardFacts): CardType[] {
  return [
    ...(fundingMethod === 'UNKNOWN' ? [] : [fundingMethod]),
    ...(prepaid === true ? ['PREPAID' as const] : []),
    ...(commercial === true ? ['COMMERCIAL' as const] : []),
  ];
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

function lookUp(ranges: Ranges, number: string): CardFacts | undefined {
  const start = number.slice(0, ranges.digits);
  if (start.length < ranges.digits) {
    return undefined;
  }
  const last = lastUpTo(ranges, start);
  return last >= 0 && start <= ranges.to[last]! ? ranges.facts[last] : undefined;
}

/** The ranges of more digits than the prefix with numbers that begin with it. */
function beginningWith(ranges: Ranges, prefix: string): readonly CardFacts[] {
  const [first, end] = ['0', '9'].map((digit) => prefix.padEnd(ranges.digits, digit)) as [string, string];
  const last = lastUpTo(ranges, end);
  let from = last + 1;
  while (from > 0 && ranges.to[from - 1]! >= first) {
    from -= 1;
  }
  return ranges.facts.slice(from, last + 1);
}

/** Binary search for the last range that starts at or before the digits. @returns its index, -1 for none */
function lastUpTo({ from }: Ranges, digits: string): number {
  let [low, high] = [0, from.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (from[middle]! <= digits) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}
