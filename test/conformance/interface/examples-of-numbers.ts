/**
 * Examples of numbers and digit strings. Such fields are sent as strings or as JSON numbers, read by their exact text.
 */
import type { Examples } from './examples.ts';
import type { DecimalFact, FieldFact } from './field.ts';

type Of<K extends FieldFact['kind']> = Extract<FieldFact, { kind: K }>;

/** A JSON number with exactly this text, which a double might not preserve: `1e3`, `-0`, `12.50`, nineteen digits. */
export const jsonNumber = (text: string): object => JSON.rawJSON(text);

declare global {
  interface JSON {
    /** ECMAScript's JSON.isRawJSON: true for the results of `jsonNumber`. */
    isRawJSON(value: unknown): boolean;
  }
}

const NO_NUMBERS = [true, { a: 1 }, ['1']];
/** Characters that readers and lax character classes take for digits, but not 0-9. */
const OTHER_DIGITS = ['٣', '３', '𝟛'];

export function digits({ min, max }: Of<'Digits'>): Examples {
  const numbers = [min, max].map((length) => jsonNumber('9'.repeat(length)));
  const tooLong = '9'.repeat(max + 1);
  const wrong = ['a', 'x', '-', '+', '.', ' ', '\n', ...OTHER_DIGITS];
  return {
    accepted: ['9'.repeat(min), '9'.repeat(max), '0'.repeat(min), '0'.repeat(max), ...numbers],
    refused: [
      tooLong,
      jsonNumber(tooLong),
      `0${'9'.repeat(max)}`,
      '9'.repeat(min - 1),
      ...(min > 1 ? [jsonNumber('9'.repeat(min - 1))] : []),
      ...wrong.flatMap((char) => [char + '9'.repeat(max - 1), '9'.repeat(max - 1) + char]),
      // As long as the bounds allow, so that only the sign, the point or the exponent is wrong.
      ...['-', '1.', '1e'].map((start) => jsonNumber(start + '1'.repeat(Math.max(1, max - start.length)))),
      ...NO_NUMBERS,
    ],
  };
}

export function digitsBetween({ from, to }: Of<'DigitsBetween'>): Examples {
  const [least, most] = [`${from}`, `${to}`];
  const past = [`${to + 1n}`, ...(from > 0n ? [`${from - 1n}`] : [])];
  return {
    accepted: [least, most, least.padStart(most.length, '0'), jsonNumber(least), jsonNumber(most)],
    refused: [
      ...past,
      ...past.map(jsonNumber),
      ...['', 'x', '-1', '+1', '1.5', '1.', '1e1', ' 1', '1 ', '1\n', '0x1', ...OTHER_DIGITS],
      ...['-1', '1.5'].map(jsonNumber),
      ...NO_NUMBERS,
    ],
  };
}

/** A count is a JSON number. The document does not say if its digits are also accepted as a string. */
export function integer({ from, to }: Of<'Integer'>): Examples {
  return {
    accepted: [`${from}`, `${to}`].map(jsonNumber),
    refused: [
      ...[`${to + 1n}`, `${from - 1n}`, '-1', `${from}.5`].map(jsonNumber),
      'x',
      '',
      '1.5',
      '-1',
      ...NO_NUMBERS,
    ],
  };
}

const NO_DECIMALS = [
  '',
  '.',
  '-',
  '+1',
  '1e3',
  '1,5',
  '1.2.3',
  '1..2',
  '0x10',
  ' 1',
  '1 ',
  '1\n',
  'x',
  'NaN',
  'Infinity',
];

export function decimal(fact: DecimalFact): Examples {
  const { accepted, refused } = fact.characters === undefined ? NO_TEXTS : asText(fact, fact.characters[1]);
  const { inside, outside } = limits(fact);
  const isAnswered = fact.characters === undefined;
  const unsigned = isAnswered ? ['-0', '-1'] : ['-1'];
  return {
    accepted: [...accepted, ...inside.map(jsonNumber)],
    refused: [
      ...refused,
      ...outside.map(jsonNumber),
      ...[...(isAnswered ? ANSWERED_REFUSED : ASKED_REFUSED), ...(isSigned(fact) ? [] : unsigned)].map(jsonNumber),
      ...NO_NUMBERS,
    ],
  };
}

/** Numbers with an exponent are tested elsewhere; these expand to a hundred digits, beyond every limit. */
const ASKED_REFUSED = ['1e99', '1E+99', '1e-99'];
const ANSWERED_REFUSED = ['1e3', '1E3', '1e-1'];

/** Answers have JSON numbers only, no strings. */
const NO_TEXTS: Examples = { accepted: [], refused: [] };

const isSigned = ({ signed, from }: DecimalFact) => signed === true || from?.startsWith('-') === true;

/** A request's decimals as strings: length, characters, values at the limits. */
function asText(fact: DecimalFact, charactersMax: number): Examples {
  const { inside, outside } = limits(fact);
  // Long by leading zeros, so that the length and not the greatest value is tested.
  const long = `${'0'.repeat(charactersMax - 2)}.5`;
  const signs = isSigned(fact)
    ? { accepted: ['-1', '-.5', '-5.'], refused: ['--1', '1-', '-.', '- 1'] }
    : { accepted: [], refused: ['-0', '-1', '-.5'] };
  const zeros = fact.places === undefined ? [] : [`.${'1'.padStart(fact.places, '0')}00`];
  return {
    accepted: ['5', '5.', '.5', '0', '00', '0.5', '00.50', long, ...zeros, ...inside, ...signs.accepted],
    refused: [
      ...[`0${long}`, '0'.repeat(charactersMax + 1)],
      ...[...outside, ...NO_DECIMALS, ...OTHER_DIGITS, ...signs.refused],
    ],
  };
}

interface Limits {
  readonly inside: readonly string[];
  /** Beyond the limit by the smallest step. */
  readonly outside: readonly string[];
}

/** Values at the limits as text that is also a JSON number. */
function limits(fact: DecimalFact): Limits {
  const all = [greatest(fact), least(fact), finest(fact)];
  return { inside: all.flatMap(({ inside }) => inside), outside: all.flatMap(({ outside }) => outside) };
}

function greatest({ characters, signed, to }: DecimalFact): Limits {
  if (to !== undefined) {
    return { inside: [to], outside: [`${BigInt(to) + 1n}`] };
  }
  if (characters === undefined) {
    return NO_LIMITS;
  }
  const max = characters[1];
  const below = signed ? { inside: [`-${ofNines(max - 1)}`], outside: [`-${ofNines(max)}`] } : NO_LIMITS;
  return { inside: [ofNines(max), ...below.inside], outside: [ofNines(max + 1), ...below.outside] };
}

const NO_LIMITS: Limits = { inside: [], outside: [] };

/** `99999999999.99`: the given number of characters, two of them after the point. */
const ofNines = (characters: number) => `${'9'.repeat(characters - 3)}.99`;

function least({ from = '0' }: DecimalFact): Limits {
  if (from === '0') {
    return { inside: [from], outside: [] };
  }
  // Either a negative integer or a fraction of one.
  return { inside: [from], outside: [from.startsWith('-') ? `${BigInt(from) - 1n}` : '0'] };
}

function finest({ places }: DecimalFact): Limits {
  if (places === undefined) {
    return { inside: ['0.5'], outside: [] };
  }
  const smallest = `0.${'1'.padStart(places, '0')}`;
  return { inside: [smallest], outside: [`${smallest}1`] };
}
