/**
 * Field 48, additional data: values for which the standard has no field, as elements of a tag (2 letters), a length (3
 * digits) and a value. Both ends use one table, so an unknown tag is an error.
 */
import {
  ADDITIONAL_DATA_LENGTH_MAX,
  DATA_ELEMENTS,
  type DataElement,
  type ElementName,
} from './additional-data-elements.ts';
import { readDigits } from './character-class.ts';
import { Iso8583Error } from './iso8583-error.ts';
import { escapeBeginning, escapeText, unescapeText } from './text.ts';

const FIELD = 48;
const TAG_LENGTH = 2;
const HEADER_LENGTH = TAG_LENGTH + 3;

const ELEMENT_OF_TAG = new Map<string, DataElement>(DATA_ELEMENTS.map((element) => [element.tag, element]));

export type AdditionalData = { [Name in ElementName]?: string | undefined };

/**
 * Field 48's value, or undefined if there is no element.
 *
 * @throws {Iso8583Error} if a value that must not be truncated is too long, or any value has a lone surrogate.
 */
export function encodeAdditionalData(data: AdditionalData): string | undefined {
  let encoded = '';
  for (const element of DATA_ELEMENTS) {
    const value = data[element.name];
    if (value !== undefined) {
      encoded += encodeElement(element, value, ADDITIONAL_DATA_LENGTH_MAX - HEADER_LENGTH - encoded.length);
    }
  }
  return encoded === '' ? undefined : encoded;
}

function encodeElement({ tag, lengthMax, cut }: DataElement, value: string, roomLeft: number): string {
  const escaped = cut ? escapeBeginning(value, Math.min(lengthMax, roomLeft), FIELD) : escapeWhole(value, lengthMax);
  // Omits the element if there is no room for a single character, because an empty element would mean an empty value.
  return cut && escaped === '' ? '' : tag + String(escaped.length).padStart(3, '0') + escaped;
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

/** `hostName` of the sandbox's acquirer, which moves no money. */
const SIMULATOR_NAME = 'TURNPIKE SANDBOX';

/** Field 48 of the sandbox's answer to a sign-on. */
export const SIMULATOR_DATA = encodeAdditionalData({ hostName: SIMULATOR_NAME });

/** @param encoded field 48 of a sign-on answer; hosts other than the sandbox may send any text */
export function isSimulator(encoded: string | undefined): boolean {
  return encoded !== undefined && encoded === SIMULATOR_DATA;
}
