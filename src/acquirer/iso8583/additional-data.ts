/**
 * Field 48, additional data: what the standard has no field for, as elements of a tag (2 letters), a length (3
 * digits) and a value, in the table's order. Both ends read this table, so a tag outside it is an error.
 */
import { readDigits } from './character-class.ts';
import { Iso8583Error } from './error.ts';
import { escapeBeginning, escapeText, unescapeText } from './text.ts';

const FIELD = 48;
const TAG_LENGTH = 2;
const HEADER_LENGTH = TAG_LENGTH + 3;

/**
 * `lengthMax` counts escaped characters. The longest values together with their headers stay below the field's 999.
 * A street is cut to its beginning, which is what address verification compares; every other value fits or fails.
 */
const ELEMENTS = [
  { tag: 'SC', name: 'securityCode', lengthMax: 4, cut: false },
  { tag: 'GP', name: 'giftPin', lengthMax: 8, cut: false },
  { tag: 'ES', name: 'entrySource', lengthMax: 20, cut: false },
  { tag: 'BP', name: 'billingPostcode', lengthMax: 120, cut: false },
  { tag: 'RF', name: 'reference', lengthMax: 480, cut: false },
  { tag: 'BS', name: 'billingStreet', lengthMax: 300, cut: true },
  { tag: 'OT', name: 'originalTerminal', lengthMax: 8, cut: false },
] as const;

type Element = (typeof ELEMENTS)[number];

const ELEMENT_OF_TAG = new Map<string, Element>(ELEMENTS.map((element) => [element.tag, element]));

/**
 * `securityCode` and `giftPin` are card data. `originalTerminal` completes field 90, which names an original message
 * by its trace number but has no room for the terminal that the number belongs to.
 */
export type AdditionalData = { [Name in Element['name']]?: string | undefined };

/**
 * Field 48's value, or undefined where there is nothing to say.
 *
 * @throws {Iso8583Error} where a value other than the street is too long, or has a lone surrogate.
 */
export function encodeAdditionalData(data: AdditionalData): string | undefined {
  let encoded = '';
  for (const element of ELEMENTS) {
    const value = data[element.name];
    if (value !== undefined) {
      encoded += encodeElement(element, value);
    }
  }
  return encoded === '' ? undefined : encoded;
}

function encodeElement(element: Element, value: string): string {
  const escaped = element.cut
    ? escapeBeginning(value, element.lengthMax, FIELD)
    : escapeWhole(value, element.lengthMax);
  return element.tag + String(escaped.length).padStart(3, '0') + escaped;
}

function escapeWhole(value: string, lengthMax: number): string {
  const escaped = escapeText(value, FIELD);
  if (escaped.length > lengthMax) {
    throw new Iso8583Error('FIELD_LENGTH', FIELD);
  }
  return escaped;
}

/** @throws {Iso8583Error} for an unknown or repeated tag, a wrong length, a value longer than its element allows. */
export function decodeAdditionalData(encoded: string): AdditionalData {
  const data: AdditionalData = {};
  let at = 0;
  while (at < encoded.length) {
    const element = ELEMENT_OF_TAG.get(encoded.slice(at, at + TAG_LENGTH));
    if (element === undefined || data[element.name] !== undefined) {
      throw new Iso8583Error('FIELD_FORMAT', FIELD);
    }
    const start = at + HEADER_LENGTH;
    const length = readDigits(encoded, at + TAG_LENGTH, start);
    if (length < 0 || length > element.lengthMax || start + length > encoded.length) {
      throw new Iso8583Error('FIELD_LENGTH', FIELD);
    }
    data[element.name] = unescapeText(encoded.slice(start, start + length), FIELD);
    at = start + length;
  }
  return data;
}
