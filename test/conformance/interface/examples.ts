/**
 * Values at a type's limits and just past them: each accepted value follows all of the document's rules for the type,
 * each refused value breaks exactly one. Cases that the document leaves open are in neither list.
 *
 * @example examplesOf({ kind: 'Digits', min: 3, max: 4 }) // { accepted: ['000', '999', '9999', …], refused: ['99',
 * '99999', 'a99', …] }
 */
import { emv, FORMATS, posEntryMode, track1, track2 } from './examples-of-formats.ts';
import { decimal, digits, digitsBetween, integer } from './examples-of-numbers.ts';
import {
  alphanumeric,
  ascii,
  base64,
  base64Of,
  enumeration,
  hex,
  jsonText,
  masked,
  string,
  upper,
} from './examples-of-text.ts';
import type { FieldFact } from './field.ts';

export interface Examples {
  /** Values as in a body; a number with its exact text is a `JSON.rawJSON`. */
  readonly accepted: readonly unknown[];
  readonly refused: readonly unknown[];
}

type Kind = FieldFact['kind'];
type Of<K extends Kind> = Extract<FieldFact, { kind: K }>;

const EXAMPLES: { readonly [K in Kind]: (fact: Of<K>) => Examples } = {
  String: string,
  ASCII: ascii,
  Digits: digits,
  DigitsBetween: digitsBetween,
  Upper: upper,
  Alphanumeric: alphanumeric,
  Decimal: decimal,
  Integer: integer,
  Boolean: () => ({ accepted: [true, false], refused: ['true', 'false', '', 'x', 0, 1, { a: true }, [true]] }),
  Enumeration: enumeration,
  ApiOperation: ({ values }) => enumeration({ kind: 'Enumeration', values }),
  Date: () => FORMATS.Date,
  Time: () => FORMATS.Time,
  DateTime: () => FORMATS.DateTime,
  Url: () => FORMATS.Url,
  Email: () => FORMATS.Email,
  IpAddress: () => FORMATS.IpAddress,
  Regex: ({ name }) => FORMATS[name],
  Hex: hex,
  Base64: base64,
  Base64Of: base64Of,
  Masked: masked,
  JsonText: jsonText,
  Track1: track1,
  Track2: track2,
  Emv: emv,
  PosEntryMode: posEntryMode,
  Group: ({ sample }) => ({ accepted: [sample], refused: ['x', 5, true, ['x']] }),
};

export function examplesOf(fact: FieldFact): Examples {
  return (EXAMPLES[fact.kind] as (fact: FieldFact) => Examples)(fact);
}
