/** Masks card numbers and track data in free text, so that it can be stored, shown, sent on and logged. */
import { cardDataIn, holdsCardData, type TextSpan } from './card-data.ts';
import { plainText } from './plain-text.ts';

/** PCI DSS 3.4.1 permits showing at most the first six and last four digits of a card number. */
const SHOWN_FIRST = 6;
const SHOWN_LAST = 4;
/** The minimum number of hidden digits. A number that is too short for this shows only its last four digits. */
const HIDDEN_MIN = 2;

/** The part of a track after the number, at most 79 characters. In track 1 it contains a name with spaces. */
const REST_OF_TRACK = /[^?"<&|]{0,79}\??/y;
/** The number within `%B…^` or `;…=`, of any length. */
const NUMBER_OF_TRACK = /\d[\d\s]{10,22}\d/;

/**
 * Masks every card number as `512345xxxxxx0008`, keeping separators and all other text, and masks all other digits of a
 * track. Returns a text without card data unchanged.
 *
 * @returns a text for which `holdsCardData` is false
 */
export function withoutCardNumbers(text: string): string {
  if (!holdsCardData(text)) {
    return text;
  }
  const { plain, written } = plainText(text);
  const { numbers, tracks } = cardDataIn(plain);
  const hidden = new Set([...numbers.flatMap((span) => hiddenOf(plain, span)), ...tracks.flatMap(ofTrack(plain))]);
  const places = [...hidden].map(written);
  const masked = maskSpans(text, places);
  // The masked text may still contain a card number, such as the second of two overlapping numbers. Mask all digits
  // then.
  return holdsCardData(masked) ? maskSpans(text, digitsIn(plain).map(written)) : masked;
}

function hiddenOf(plain: string, [from, to]: TextSpan): number[] {
  const digits = digitsIn(plain.slice(from, to)).map((at) => from + at);
  const shown = digits.length >= SHOWN_FIRST + SHOWN_LAST + HIDDEN_MIN ? SHOWN_FIRST : 0;
  return digits.slice(shown, -SHOWN_LAST);
}

function ofTrack(plain: string): (span: TextSpan) => number[] {
  return ([from, to]) => {
    const number = NUMBER_OF_TRACK.exec(plain.slice(from, to));
    const [start, end] = number === null ? [from, from] : [from + number.index, from + number.index + number[0].length];
    REST_OF_TRACK.lastIndex = end;
    const rest = REST_OF_TRACK.exec(plain)?.[0].length ?? 0;
    const after = digitsIn(plain.slice(end, Math.max(to, end + rest))).map((at) => end + at);
    return [...hiddenOf(plain, [start, end]), ...after];
  };
}

function digitsIn(plain: string): number[] {
  return [...plain.matchAll(/\d/g)].map(({ index }) => index);
}

/** @param places spans of the text, without overlaps */
function maskSpans(text: string, places: readonly TextSpan[]): string {
  let masked = '';
  let at = 0;
  for (const [from, to] of places.toSorted(([a], [b]) => a - b)) {
    masked += `${text.slice(at, from)}x`;
    at = to;
  }
  return masked + text.slice(at);
}
