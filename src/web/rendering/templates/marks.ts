/**
 * Marks stand for values in the data of a page. The rendered page shows where each value goes, and how it is written
 * there: a mark has all characters that any of the ways changes.
 */
import { MARK } from '../../text/format.ts';
import { WAYS, type Way } from './ways.ts';

const END = '\ue001';
/** The characters that ways change. */
const PROBE = `\u00a0"&<>'`;
const NUMBER_BASE = 36;
const NUMBER_DIGITS = 2;
/** More values than a page with the longest list of lines has. */
const NUMBERS_MAX = NUMBER_BASE ** NUMBER_DIGITS;
/** Longer than any amount that a page shows as a short one. */
const LONG = '-'.repeat(20);

const TOKEN_BEGIN = 'MarkOfToken';
const TOKEN_END = 'End';

/** Values that no page escapes. An empty one would be written as an attribute without a value. */
const TOKEN = /^[\w.~-]+$/;

/** @param isLong for an amount that a page shows as a long one */
export function textMark(index: number, isLong = false): string {
  return `${MARK}${numbered(index)}${isLong ? LONG : ''}${PROBE}${END}`;
}

/** The mark of a value that is written the same everywhere, such as in a URL. */
export function tokenMark(index: number): string {
  return `${TOKEN_BEGIN}${numbered(index)}${TOKEN_END}`;
}

/** @returns a number that no page contains by itself, with the same whole part */
export function numberMark(whole: number): number {
  return whole + 735 / 1024;
}

export function isToken(value: string): boolean {
  return TOKEN.test(value);
}

/** Whether a text has a part of a mark. */
export function hasMark(text: string): boolean {
  return text.includes(MARK) || text.includes(TOKEN_BEGIN);
}

/** A place of a value. */
export interface Place {
  readonly value: number;
  readonly way: Way | undefined;
}

export interface MarkedText {
  /** One more than places. */
  readonly pieces: readonly string[];
  readonly places: readonly Place[];
}

/** The ways by what they make of a mark. */
const WAYS_BY_IMAGE = new Map(Object.entries(WAYS).map(([way, write]) => [write(PROBE), way as Way]));

/**
 * Splits a page at its marks.
 *
 * @param number the mark of a number, and its index
 * @returns undefined if the page writes a mark in an unknown way
 */
export function splitAtMarks(html: string, number: readonly [mark: number, index: number]): MarkedText | undefined {
  const [mark, numberIndex] = number;
  const marks = new RegExp(
    `${MARK}([0-9a-z]{2})-*([^${END}]*)${END}|${TOKEN_BEGIN}([0-9a-z]{2})${TOKEN_END}|${String(mark).replace('.', '\\.')}`,
    'g',
  );
  const pieces: string[] = [];
  const places: Place[] = [];
  let end = 0;
  for (const { index, 0: whole, 1: text, 2: image = '', 3: token } of html.matchAll(marks)) {
    const way = text === undefined ? undefined : WAYS_BY_IMAGE.get(image);
    if (text !== undefined && way === undefined) {
      return undefined;
    }
    const name = text ?? token;
    places.push({ value: name === undefined ? numberIndex : Number.parseInt(name, NUMBER_BASE), way });
    pieces.push(html.slice(end, index));
    end = index + whole.length;
  }
  pieces.push(html.slice(end));
  return pieces.some(hasMark) ? undefined : { pieces, places };
}

/** @throws Error when there are more values than marks */
function numbered(index: number): string {
  if (index >= NUMBERS_MAX) {
    throw new Error('A page has more values than there are marks.');
  }
  return index.toString(NUMBER_BASE).padStart(NUMBER_DIGITS, '0');
}
