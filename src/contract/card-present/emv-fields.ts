/**
 * EMV data elements that are also fields of the interface, converted to the interface's form: packed digits become
 * digits, a date becomes month and year, numeric countries become alphabetic ones. Formats: EMV Book 3, annex A; Book
 * 4, annex A1.
 */

import { countryOfNumeric } from '../countries.ts';
import { isTrack1, isTrack2, readTrack2 } from './track.ts';

const CARD = 'sourceOfFunds.provided.card';

/** Paths of the interface's fields and groups that tags fill. `core/cards` uses them as paths of the contract. */
export type EmvPath =
  | `${typeof CARD}.${'expiry' | 'expiry.month' | 'expiry.year' | 'number' | 'sequenceNumber' | 'track1' | 'track2'}`
  | 'posTerminal.address.country'
  | 'posTerminal.attended';

/** How one data element populates the interface. */
export interface EmvField {
  /** Dotted path of the field or group that the tag fills. A value in the request takes precedence. */
  readonly field: EmvPath;
  /**
   * Card data becomes a `Secret`. `SENSITIVE` is authentication data, which must not be stored after an authorization.
   */
  readonly secret?: 'CARD' | 'SENSITIVE';
  /**
   * @param hex the element's value, upper case
   * @returns dotted path to text, empty if the interface has no form of the value; undefined if it is malformed
   */
  readonly texts: (hex: string) => Texts | undefined;
}

type Texts = { readonly [Path in EmvPath]?: string };

/** Two digits per byte; for a number of odd length `F` fills the last half byte. */
const PACKED_NUMBER = /^(\d{9,19})F*$/;
const PACKED_DATE = /^(\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;
const PACKED_SEQUENCE = /^\d{2}$/;
const PACKED_COUNTRY = /^0(\d{3})$/;

/**
 * The second digit of a terminal type: 1 to 3 attended, 4 to 6 unattended. The first digit names the operator; a
 * terminal that a cardholder operates is unattended.
 */
const ATTENDED_TYPES = /^[12][123]$/;
const UNATTENDED_TYPES = /^[123][456]$/;

/** Tag 5A, application primary account number. */
export const number: EmvField = {
  field: `${CARD}.number`,
  secret: 'CARD',
  texts: (hex) => one(`${CARD}.number`, PACKED_NUMBER.exec(hex)?.[1]),
};

/** Tag 5F24, application expiration date, YYMMDD. */
export const expiry: EmvField = {
  field: `${CARD}.expiry`,
  texts(hex) {
    const [, year, month] = PACKED_DATE.exec(hex) ?? [];
    if (year === undefined || month === undefined) {
      return undefined;
    }
    return { [`${CARD}.expiry.month`]: String(Number(month)), [`${CARD}.expiry.year`]: year };
  },
};

/** Tag 5F34, application PAN sequence number. */
export const sequenceNumber: EmvField = {
  field: `${CARD}.sequenceNumber`,
  texts: (hex) => (PACKED_SEQUENCE.test(hex) ? { [`${CARD}.sequenceNumber`]: String(Number(hex)) } : undefined),
};

/** Tag 56, track 1 data: the characters of the track, without packing. */
export const track1: EmvField = {
  field: `${CARD}.track1`,
  secret: 'SENSITIVE',
  texts(hex) {
    const text = Buffer.from(hex, 'hex').toString('latin1');
    return isTrack1(text) ? { [`${CARD}.track1`]: text } : undefined;
  },
};

/** Tag 57, track 2 equivalent data: a half byte per character, `D` for the separator, and `F` to fill the last byte. */
export const track2: EmvField = {
  field: `${CARD}.track2`,
  secret: 'SENSITIVE',
  texts(hex) {
    const text = hex.replace(/F+$/, '').replaceAll('D', '=');
    return isTrack2(text) && readTrack2(text) !== undefined ? { [`${CARD}.track2`]: text } : undefined;
  },
};

/** Tag 9F35, terminal type. */
export const attendedTerminal: EmvField = {
  field: 'posTerminal.attended',
  texts: (hex) => ({ 'posTerminal.attended': attendance(hex) }),
};

/** Tag 9F1A, terminal country code. With an unassigned code, which test terminals have, the field is not set. */
export const country: EmvField = {
  field: 'posTerminal.address.country',
  texts: (hex) => one('posTerminal.address.country', countryOfNumeric(PACKED_COUNTRY.exec(hex)?.[1] ?? '')) ?? {},
};

function attendance(terminalType: string): string {
  if (ATTENDED_TYPES.test(terminalType)) {
    return 'ATTENDED';
  }
  return UNATTENDED_TYPES.test(terminalType) ? 'UNATTENDED' : 'UNKNOWN_OR_UNSPECIFIED';
}

function one(path: EmvPath, text: string | undefined): Texts | undefined {
  return text === undefined ? undefined : { [path]: text };
}
