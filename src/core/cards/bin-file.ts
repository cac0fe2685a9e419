/**
 * Reads an operator's BIN table, a JSON list of rows in the form of `BIN_TABLE`. Each invalid row is reported in a line
 * that states the allowed values. The lines do not repeat the row's text, so that card numbers pasted into the file do
 * not reach a log.
 */
import {
  CARD_BRAND_NAMES,
  CARD_SCHEMES,
  FUNDING_METHODS,
  isLocalBrand,
  LOCAL_BRANDS,
} from '../../contract/card-names.ts';
import { COUNTRIES } from '../../contract/countries.ts';
import type { BinRow } from './bin-table.ts';

/**
 * The maximum length of a prefix. Twelve of 16 digits leave the last four open; a longer prefix would be a card number
 * rather than a range.
 */
const PREFIX_DIGITS_MAX = 12;
/** The maximum number of rows, which take about 30 MB of memory and a second at startup. */
const ROWS_MAX = 250_000;
/** Limits the length of the error message. */
const PROBLEMS_LISTED_MAX = 20;

const PREFIX = new RegExp(`^[0-9]{1,${PREFIX_DIGITS_MAX}}$`);
const isPrefix = (value: unknown): boolean => typeof value === 'string' && PREFIX.test(value);
const oneOf = (names: readonly string[]) => ({
  allowed: names.join(', '),
  accepts: (value: unknown) => typeof value === 'string' && names.includes(value),
});

interface Member {
  readonly allowed: string;
  readonly accepts: (value: unknown) => boolean;
  readonly optional?: true;
}

const prefix = { allowed: `1 to ${PREFIX_DIGITS_MAX} digits in quotation marks`, accepts: isPrefix };
const flag: Member = {
  allowed: 'true or false',
  accepts: (value) => typeof value === 'boolean',
  optional: true,
};
const MEMBERS: Readonly<Record<keyof BinRow, Member>> = {
  from: prefix,
  to: { ...prefix, optional: true },
  brand: oneOf(CARD_BRAND_NAMES),
  scheme: oneOf(CARD_SCHEMES),
  localBrand: {
    allowed: `${LOCAL_BRANDS.join(', ')} or a name beginning with GIROCARD_`,
    accepts: (value) => typeof value === 'string' && isLocalBrand(value),
    optional: true,
  },
  fundingMethod: oneOf(FUNDING_METHODS),
  prepaid: flag,
  commercial: flag,
  country: {
    allowed: 'a country of ISO 3166-1, three letters',
    accepts: (value) => typeof value === 'string' && Object.hasOwn(COUNTRIES, value),
    optional: true,
  },
};

/** `message` is for the operator: one line for each invalid row. */
export class BinTableError extends Error {}

interface NumberedRow {
  /** The position of the row in the file, counted from 1. */
  readonly position: number;
  readonly row: BinRow;
}

/**
 * @param text JSON; a row with a single prefix may omit `to`
 * @throws BinTableError if rows are invalid
 */
export function readBinTable(text: string): readonly BinRow[] {
  const list = listIn(text);
  const problems: string[] = [];
  const good: NumberedRow[] = [];
  list.forEach((value, index) => {
    const position = index + 1;
    const found = rowProblems(value);
    if (found.length > 0) {
      problems.push(`Row ${position}: ${found.join('; ')}.`);
    } else {
      good.push({ position, row: withRangeEnd(value as BinRow) });
    }
  });
  problems.push(...overlaps(good));
  if (problems.length > 0) {
    throw new BinTableError(problemList(problems));
  }
  return good.map(({ row }) => row);
}

function listIn(text: string): unknown[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new BinTableError('The table is not JSON.');
  }
  if (!Array.isArray(list)) {
    throw new BinTableError('The table is not a JSON list of rows.');
  }
  if (list.length > ROWS_MAX) {
    throw new BinTableError(`The table has more than ${ROWS_MAX} rows.`);
  }
  return list;
}

function rowProblems(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return ['it is no JSON object'];
  }
  const row = value as Record<string, unknown>;
  const problems = Object.entries(MEMBERS)
    .filter(([name, { accepts, optional }]) => !(Object.hasOwn(row, name) ? accepts(row[name]) : optional))
    .map(([name, { allowed }]) => `${name} takes ${allowed}`);
  const others = Object.keys(row).filter((name) => !Object.hasOwn(MEMBERS, name)).length;
  if (others > 0) {
    problems.push(`a row has no other members than ${Object.keys(MEMBERS).join(', ')}`);
  }
  if (problems.length > 0) {
    return problems;
  }
  const { from, to } = withRangeEnd(value as BinRow);
  if (from.length !== to.length) {
    return ['from and to take the same number of digits'];
  }
  return from > to ? ['to takes no less than from'] : [];
}

function withRangeEnd(row: Omit<BinRow, 'to'> & { readonly to?: string }): BinRow {
  return { ...row, to: row.to ?? row.from };
}

/** Ranges of different lengths may overlap: the longer prefix wins. Ranges of the same length must not. */
function overlaps(rows: readonly NumberedRow[]): string[] {
  const problems: string[] = [];
  for (const ofLength of Map.groupBy(rows, ({ row }) => row.from.length).values()) {
    let furthest: NumberedRow | undefined;
    for (const next of ofLength.toSorted((a, b) => (a.row.from < b.row.from ? -1 : 1))) {
      if (furthest !== undefined && next.row.from <= furthest.row.to) {
        problems.push(`Row ${next.position}: its range overlaps that of row ${furthest.position}.`);
      }
      if (furthest === undefined || next.row.to > furthest.row.to) {
        furthest = next;
      }
    }
  }
  return problems;
}

function problemList(problems: readonly string[]): string {
  const more = problems.length - PROBLEMS_LISTED_MAX;
  return [...problems.slice(0, PROBLEMS_LISTED_MAX), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n');
}
