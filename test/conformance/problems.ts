/** Converts a row of the document and a row of the fixture into the same terms for comparison. */
import type { FieldFact } from './interface/field.ts';
import type { DocumentRow } from './tables.ts';

/** The document's name for a fact's type. Some facts are more precise: a String that holds an internet address. */
export const TYPES: Readonly<Record<FieldFact['kind'], string>> = {
  String: 'String',
  ApiOperation: 'String',
  IpAddress: 'String',
  JsonText: 'String',
  Emv: 'String',
  ASCII: 'ASCII Text',
  Digits: 'Digits',
  DigitsBetween: 'Digits',
  PosEntryMode: 'Digits',
  Masked: 'Masked digits',
  Upper: 'Upper case alphabetic text',
  Alphanumeric: 'Alphanumeric',
  Decimal: 'Decimal',
  Integer: 'Integer',
  Boolean: 'Boolean',
  Enumeration: 'Enumeration',
  Date: 'Date',
  Time: 'Time',
  DateTime: 'DateTime',
  Url: 'Url',
  Email: 'Email',
  Hex: 'Hex',
  Base64: 'Base64',
  Base64Of: 'Base64',
  Regex: 'Regex',
  Track1: 'Track 1 data',
  Track2: 'Track 2 data',
  Group: 'group',
};
const TYPE_NAMES = [...new Set(Object.values(TYPES))];

/**
 * The types that a row names: one, or one for each side. A name inside a longer one (`Date` in `DateTime`) does not
 * count.
 */
export function documentedTypes({ type }: DocumentRow): string[] {
  return TYPE_NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(type));
}

/** The characters beyond letters and digits that an Alphanumeric field takes: `+ ' ' '-'`. */
export function documentedExtra({ type }: DocumentRow): string {
  return [...type.matchAll(/'(.)'/g)].map((found) => found[1]).join('');
}

/** Bounds in the document's notation: `1-40` and `28` characters, values `0 to 999`. */
export function boundsOf(fact: FieldFact): string[] {
  switch (fact.kind) {
    case 'Upper':
      return [`${fact.length}`];
    case 'Base64Of':
      return fact.lengths.map(String);
    case 'DigitsBetween':
    case 'Integer':
      return [`${fact.from} to ${fact.to}`];
    case 'Decimal':
      return [
        ...(fact.characters === undefined ? [] : [fact.characters.join('-')]),
        ...(fact.to === undefined ? [] : [`${fact.from} to ${fact.to}`]),
      ];
    case 'IpAddress':
      return ['7-15'];
    default:
      return 'min' in fact ? [fact.min === fact.max ? `${fact.min}` : `${fact.min}-${fact.max}`] : [];
  }
}

const BOUNDS = /-?[\d.]+ to -?\d+|\d+-\d+|\d+/g;
const LENGTH_FIRST = /^(exactly |length |request:? )?-?\d/;
/**
 * Types without bounds: the column after the type begins with a number for another reason, or the type's name has
 * digits.
 */
const UNBOUNDED = ['Regex', 'Enumeration', 'Boolean', 'Date', 'Time', 'DateTime', 'Url'];

/** Every bound in the row's type and length columns, in order. */
export function documentedBounds(row: DocumentRow): string[] {
  const length = row.notes.split(' | ')[0] ?? '';
  const types = documentedTypes(row);
  if (types.some((type) => UNBOUNDED.includes(type))) {
    return [];
  }
  // A type's name may contain digits, and several types may have bounds.
  const inType = types.reduce((text, name) => text.replace(name, ''), row.type);
  if (!/\d/.test(inType) && !LENGTH_FIRST.test(length)) {
    return [];
  }
  return [...`${inType} ${length}`.matchAll(BOUNDS)].map(([bounds]) => bounds);
}

/** Words that a table writes in capitals but that are not values. */
const LABELS = /\b(?:ALWAYS PROVIDED|REQUIRED|OPTIONAL|CONDITIONAL)\b/g;

/** Values of an enumeration: capitals, digits and underscores, at least two characters. */
export function documentedValues({ notes }: DocumentRow): string[] {
  const words = notes
    .replace(LABELS, '')
    .match(/(?<![A-Za-z0-9_<>])[A-Z0-9][A-Z0-9]*(?:_[A-Z0-9]+)*(?![A-Za-z0-9_<>*])/g);
  return (words ?? []).filter((word) => word.length > 1 && !/^\d+$/.test(word));
}
