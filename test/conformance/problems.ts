/** Brings a row of the document and a row of the fixture into the same words, so that the two can be compared. */
import type { FieldFact } from './interface/field.ts';
import type { DocumentRow } from './tables.ts';

/**
 * What the document calls a fact's type. Some facts say more than the type: a String that holds an address of the
 * internet.
 */
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
 * The types that a row names: one, or one of each side. A name within another's (`Date`, `DateTime`) is not told by it.
 */
export function typesTold({ type }: DocumentRow): string[] {
  return TYPE_NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(type));
}

/** The characters that an Alphanumeric field takes beside letters and digits: `+ ' ' '-'`. */
export function extraTold({ type }: DocumentRow): string {
  return [...type.matchAll(/'(.)'/g)].map((found) => found[1]).join('');
}

/** Bounds in the document's way: `1-40` and `28` characters, values `0 to 999`. */
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
 * Of their rows the column after the type begins with a number for other reasons, or their type has digits in its name.
 */
const UNBOUNDED = ['Regex', 'Enumeration', 'Boolean', 'Date', 'Time', 'DateTime', 'Url'];

/** Every bound that a row tells in the columns of type and length, the first one first. */
export function boundsTold(row: DocumentRow): string[] {
  const length = row.told.split(' | ')[0] ?? '';
  const types = typesTold(row);
  if (types.some((type) => UNBOUNDED.includes(type))) {
    return [];
  }
  // A type's own name may have digits in it, and more than one type is told with the bounds of each.
  const inType = types.reduce((text, name) => text.replace(name, ''), row.type);
  if (!/\d/.test(inType) && !LENGTH_FIRST.test(length)) {
    return [];
  }
  return [...`${inType} ${length}`.matchAll(BOUNDS)].map(([bounds]) => bounds);
}

/** Words that a table writes in capitals and that are no values. */
const LABELS = /\b(?:ALWAYS PROVIDED|REQUIRED|OPTIONAL|CONDITIONAL)\b/g;

/** Values of an enumeration: capitals, digits and underscores, two characters at least. */
export function valuesTold({ told }: DocumentRow): string[] {
  const words = told
    .replace(LABELS, '')
    .match(/(?<![A-Za-z0-9_<>])[A-Z0-9][A-Z0-9]*(?:_[A-Z0-9]+)*(?![A-Za-z0-9_<>*])/g);
  return (words ?? []).filter((word) => word.length > 1 && !/^\d+$/.test(word));
}
