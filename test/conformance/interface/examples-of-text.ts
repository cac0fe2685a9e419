/** Examples of text: lengths in code points, and the characters of each class. */
import type { Examples } from './examples.ts';
import type { EnumerationFact, FieldFact } from './field.ts';

type Of<K extends FieldFact['kind']> = Extract<FieldFact, { kind: K }>;

/** A whole number is not listed: many text fields read it as its digits. */
const NO_TEXT = [1.5, true, { a: 'x' }, ['x']];
/** One character, but two code units and four bytes. */
const EMOJI = '😀';
/** Single characters that a careless rule might strip, escape or count twice. */
const AWKWARD = [' ', '"', '\\', '<', '\n', 'é', 'ש', EMOJI];

/** Repeats the pattern to exactly `length` characters, without cutting through a code point. */
function filled(pattern: string, length: number): string {
  return [...pattern.repeat(Math.ceil(length / [...pattern].length))].slice(0, length).join('');
}

/** The pattern at both bounds. */
const atBounds = (pattern: string, min: number, max: number) => [...new Set([min, max].map((n) => filled(pattern, n)))];

/** The pattern one character short of and one past the bounds. */
const pastBounds = (pattern: string, min: number, max: number) => [
  filled(pattern, max + 1),
  ...(min > 0 ? [filled(pattern, min - 1)] : []),
];

/** Text of an allowed length with a single wrong character, at the beginning or at the end. */
const spoilt = (good: string, wrong: readonly string[], min: number, max: number) => {
  const rest = filled(good, Math.min(max, Math.max(min, 2)) - 1);
  return wrong.flatMap((char) => [...new Set([char + rest, rest + char])]);
};

export function string({ min, max, samples }: Of<'String'>): Examples {
  const awkward = max === 0 ? [] : AWKWARD.map((char) => filled(char, Math.max(min, 1)));
  return {
    accepted: samples ?? [...new Set([...atBounds('x', min, max), ...atBounds(EMOJI, min, max), ...awkward])],
    // An empty text means absent.
    refused: [...pastBounds('x', min, max), ...pastBounds(EMOJI, min, max), ...NO_TEXT].filter((value) => value !== ''),
  };
}

export function ascii({ min, max }: Of<'ASCII'>): Examples {
  return {
    accepted: [...new Set([...atBounds('x', min, max), ...atBounds('~', min, max), ...atBounds(' ', min, max)])],
    refused: [...pastBounds('x', min, max), ...spoilt('x', ['é', '\u0080', 'ı', EMOJI], min, max), ...NO_TEXT],
  };
}

/** Letters and digits to a lax or case-folding class: é, the long s, the Kelvin sign, an Arabic three. */
const LOOK_ALIKES = ['\u00e9', '\u017f', '\u212a', '\u0663'];

export function alphanumeric({ min, max, extra }: Of<'Alphanumeric'>): Examples {
  const wrong = [...' -_/.', ...LOOK_ALIKES, EMOJI, '\n'].filter((char) => !extra.includes(char));
  const withExtra = extra === '' ? [] : [...extra].map((char) => filled(`a${char}9`, Math.max(min, 3)));
  return {
    accepted: [...atBounds('a', min, max), ...atBounds('Z', min, max), ...atBounds('0', min, max), ...withExtra],
    refused: [...pastBounds('a', min, max), ...spoilt('a', wrong, min, max), ...NO_TEXT],
  };
}

/** Real names, so that a rule that checks against a list of existing ones accepts them. */
const NAMES = {
  airport: ['LHR', 'JFK', 'ZRH'],
  country: ['AUS', 'GBR', 'USA', 'ZWE'],
  currency: ['AUD', 'EUR', 'JPY', 'USD', 'ZAR'],
} as const;

export function upper({ length, names }: Of<'Upper'>): Examples {
  const good = NAMES[names][0];
  return {
    accepted: NAMES[names],
    refused: [
      ...[good.slice(1), `${good}A`, good.toLowerCase(), '', `${good} `, ` ${good}`],
      ...spoilt('A', ['a', '0', ' ', '-', 'É', 'Ａ', '\n'], length, length),
      ...NO_TEXT,
    ],
  };
}

const BRAND = 'ACME';

export function enumeration({ values, forms = [], open }: EnumerationFact): Examples {
  const known = [...values, ...forms.map((form) => form.replace('*', BRAND))];
  const first = known[0] ?? BRAND;
  const formless = forms.map((form) => form.replace('*', ''));
  return {
    accepted: known,
    refused: [
      ...[first.toLowerCase(), ` ${first}`, `${first} `, `${first}\n`, ''],
      // If the document shows only some of the values, a longer word might be one of them.
      ...(open ? [] : [...known.map((value) => `${value}X`), ...formless, 'UNHEARD_OF']),
      ...NO_TEXT,
    ],
  };
}

export function hex({ min, max }: Of<'Hex'>): Examples {
  const short = min === 0 ? [] : [filled('0', min - 2), filled('0', min - 1)];
  return {
    accepted: [...atBounds('0', min, max), ...atBounds('9f', min, max), ...atBounds('9F', min, max)],
    refused: [
      ...short,
      filled('0', max + 1),
      filled('0', max + 2),
      ...spoilt('0', ['g', 'G', ' ', '-', '٣', '\n'], min, max),
      ...NO_TEXT,
    ],
  };
}

/** Whole groups of four characters, the last with both paddings. */
const groups = (length: number) => [
  `${filled('A', length - 4)}+/9z`,
  `${filled('A', length - 4)}QUI=`,
  `${filled('A', length - 4)}QQ==`,
];
const NO_GROUPS = ['QUJ*', 'QUJ ', 'QUJ-', 'QUJ_', 'QQ=A', 'Q===', '====', '=QUJ', 'QUJ\n', 'QUJé'];

export function base64({ min, max }: Of<'Base64'>): Examples {
  const [least, most] = [Math.ceil(min / 4) * 4, Math.floor(max / 4) * 4];
  return {
    accepted: [...groups(least), ...groups(most)],
    refused: [...(min > 0 ? [''] : []), filled('A', most + 4), filled('A', max + 1), ...NO_GROUPS, ...NO_TEXT],
  };
}

export function base64Of({ lengths }: Of<'Base64Of'>): Examples {
  const near = lengths.flatMap((length) => [length - 4, length - 1, length + 1, length + 4]);
  const other = [...new Set(near)].filter((length) => !lengths.includes(length));
  const ahead = filled('A', lengths[0]! - 4);
  return {
    accepted: lengths.flatMap(groups),
    refused: ['', ...other.map((length) => filled('A', length)), ...NO_GROUPS.map((bad) => ahead + bad), ...NO_TEXT],
  };
}

export function masked({ min, max }: Of<'Masked'>): Examples {
  return {
    accepted: [...atBounds('x', min, max), ...atBounds('9', min, max), '123456xxxxxx1234'],
    refused: [...pastBounds('x', min, max), ...spoilt('9', ['X', '*', '-', ' ', '٣'], min, max), ...NO_TEXT],
  };
}

/** A string that holds JSON. The document does not say if other text is accepted. */
export function jsonText({ max }: Of<'JsonText'>): Examples {
  const quoted = (char: string, length: number) => `"${filled(char, length - 2)}"`;
  return {
    accepted: ['1', '{"site":"A1"}', quoted('x', max), quoted(EMOJI, max)],
    refused: [quoted('x', max + 1), quoted(EMOJI, max + 1), ...NO_TEXT],
  };
}
