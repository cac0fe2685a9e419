/**
 * The fields of ISO 8583:1987 that this link uses, as data. A field outside the table is rejected in both directions,
 * because a parser that guesses a field's length can be made to skip it.
 */

/** n: digits. an: letters and digits. ans: any printable ASCII. z: the characters of tracks 2 and 3, and D for `=`. */
export type FieldFormat = 'n' | 'an' | 'ans' | 'z';

/** FIXED: exactly `length` characters. LLVAR and LLLVAR: at most `length`, after a length of two or three digits. */
export type FieldLengthKind = 'FIXED' | 'LLVAR' | 'LLLVAR';

export interface FieldDefinition {
  readonly number: number;
  readonly name: string;
  readonly format: FieldFormat;
  readonly kind: FieldLengthKind;
  readonly length: number;
}

/** The maximum length of chip data: the standard's 255 bytes, as hexadecimal text with two characters per byte. */
const ICC_DATA_LENGTH_MAX = 510;

/** An id of 40 code points outside ASCII has 40 × 4 bytes of UTF-8, each escaped as three characters. */
export const IDENTIFIER_LENGTH_MAX = 480;

export const FIELD_TABLE = [
  { number: 2, name: 'primary account number', format: 'n', kind: 'LLVAR', length: 19 },
  { number: 3, name: 'processing code', format: 'n', kind: 'FIXED', length: 6 },
  { number: 4, name: 'amount, transaction', format: 'n', kind: 'FIXED', length: 12 },
  { number: 7, name: 'transmission date and time', format: 'n', kind: 'FIXED', length: 10 },
  { number: 11, name: 'system trace audit number', format: 'n', kind: 'FIXED', length: 6 },
  { number: 12, name: 'time, local transaction', format: 'n', kind: 'FIXED', length: 6 },
  { number: 13, name: 'date, local transaction', format: 'n', kind: 'FIXED', length: 4 },
  { number: 14, name: 'date, expiration', format: 'n', kind: 'FIXED', length: 4 },
  { number: 22, name: 'point of service entry mode', format: 'n', kind: 'FIXED', length: 3 },
  { number: 23, name: 'card sequence number', format: 'n', kind: 'FIXED', length: 3 },
  { number: 35, name: 'track 2 data', format: 'z', kind: 'LLVAR', length: 37 },
  { number: 37, name: 'retrieval reference number', format: 'an', kind: 'FIXED', length: 12 },
  // Letters and digits, padded with spaces if the issuer's code is shorter.
  { number: 38, name: 'authorization identification response', format: 'ans', kind: 'FIXED', length: 6 },
  { number: 39, name: 'response code', format: 'an', kind: 'FIXED', length: 2 },
  { number: 41, name: 'card acceptor terminal identification', format: 'ans', kind: 'FIXED', length: 8 },
  { number: 42, name: 'card acceptor identification code', format: 'ans', kind: 'FIXED', length: 15 },
  { number: 43, name: 'card acceptor name and location', format: 'ans', kind: 'FIXED', length: 40 },
  { number: 44, name: 'additional response data', format: 'ans', kind: 'LLVAR', length: 25 },
  { number: 45, name: 'track 1 data', format: 'ans', kind: 'LLVAR', length: 76 },
  { number: 48, name: 'additional data, private', format: 'ans', kind: 'LLLVAR', length: 999 },
  { number: 49, name: 'currency code, transaction', format: 'n', kind: 'FIXED', length: 3 },
  { number: 54, name: 'additional amounts', format: 'ans', kind: 'LLLVAR', length: 120 },
  { number: 55, name: 'ICC data', format: 'an', kind: 'LLLVAR', length: ICC_DATA_LENGTH_MAX },
  { number: 61, name: 'order id', format: 'ans', kind: 'LLLVAR', length: IDENTIFIER_LENGTH_MAX },
  { number: 62, name: 'transaction id', format: 'ans', kind: 'LLLVAR', length: IDENTIFIER_LENGTH_MAX },
  { number: 63, name: 'merchant id', format: 'ans', kind: 'LLLVAR', length: IDENTIFIER_LENGTH_MAX },
  { number: 70, name: 'network management information code', format: 'n', kind: 'FIXED', length: 3 },
  { number: 90, name: 'original data elements', format: 'n', kind: 'FIXED', length: 42 },
] as const satisfies readonly FieldDefinition[];

export type FieldNumber = (typeof FIELD_TABLE)[number]['number'];

/** A message's fields by number, as the characters on the wire without their length prefix. */
export type IsoFields = { [Field in FieldNumber]?: string | undefined };

export interface IsoMessage {
  /** Message type identifier, four digits. */
  readonly mti: string;
  readonly fields: IsoFields;
}
