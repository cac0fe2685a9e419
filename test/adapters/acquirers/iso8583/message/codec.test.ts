import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '../../../../../src/adapters/acquirers/iso8583/message/codec.ts';
import {
  FIELD_TABLE,
  type FieldDefinition,
  type IsoFields,
  type IsoMessage,
} from '../../../../../src/adapters/acquirers/iso8583/message/fields.ts';
import { Iso8583Error } from '../../../../../src/adapters/acquirers/iso8583/message/iso8583-error.ts';

/** Written by hand from the standard: type, primary bitmap, fields. */
const AUTHORIZATION = [
  '0100',
  // Fields 2 3 4 7 | 11 12 13 14 22 | 37 41 42 48 | 49 61 62 63
  '723C040008C1800E',
  '165123450000000008',
  '000000',
  '000000001200',
  '1121024500',
  '000042',
  '024500',
  '1121',
  '3901',
  '012',
  '632602000042',
  'TERM0001',
  'TESTSHOP       ',
  '008SC003123',
  '978',
  '007order-1',
  '0011',
  '008TESTSHOP',
].join('');

const AUTHORIZATION_MESSAGE: IsoMessage = {
  mti: '0100',
  fields: {
    2: '5123450000000008',
    3: '000000',
    4: '000000001200',
    7: '1121024500',
    11: '000042',
    12: '024500',
    13: '1121',
    14: '3901',
    22: '012',
    37: '632602000042',
    41: 'TERM0001',
    42: 'TESTSHOP       ',
    48: 'SC003123',
    49: '978',
    61: 'order-1',
    62: '1',
    63: 'TESTSHOP',
  },
};

/** A field above 64 brings the secondary bitmap, and bit 1 that announces it. */
const SIGN_ON = '0800' + '8220000000800000' + '0400000000000000' + '1121024500' + '000001' + 'TURNPIKE' + '001';

const CHARACTERS = {
  n: '0123456789',
  an: '0123456789ABCXYZabcxyz',
  ans: '0123456789ABCxyz !%~@/\\',
  z: '0123456789=:;<>?D',
} as const;

function valueFor(field: FieldDefinition): fc.Arbitrary<string> {
  const minLength = field.kind === 'FIXED' ? field.length : 0;
  return fc.string({ unit: fc.constantFrom(...CHARACTERS[field.format]), minLength, maxLength: field.length });
}

const messages: fc.Arbitrary<IsoMessage> = fc.record({
  mti: fc.constantFrom('0100', '0110', '0200', '0420', '0610', '0800'),
  fields: fc.record(Object.fromEntries(FIELD_TABLE.map((field) => [field.number, valueFor(field)])), {
    requiredKeys: [],
  }) as fc.Arbitrary<IsoFields>,
});

function faultOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(Iso8583Error);
    const { fault, field } = error as Iso8583Error;
    return field === undefined ? fault : `${fault} ${field}`;
  }
  return 'none';
}

/** A terminal's message: fields 2 3 4 11 22 23 35 | 41 45 55 and no others. */
const CHIP = [
  '0100',
  '7020060020880200',
  '165123450000000008',
  '000000',
  '000000001200',
  '000042',
  '051',
  '001',
  '215123450000000008=3901',
  'TERM0001',
  '22B5123450000000008^D/J^',
  '0169F2608A1B2C3D4E5',
].join('');

describe('the ISO 8583 codec', () => {
  it('writes and reads a terminal’s card data, byte for byte', () => {
    const fields = {
      2: '5123450000000008',
      3: '000000',
      4: '000000001200',
      11: '000042',
      22: '051',
      23: '001',
      35: '5123450000000008=3901',
      41: 'TERM0001',
      45: 'B5123450000000008^D/J^',
      55: '9F2608A1B2C3D4E5',
    };
    expect(encodeMessage({ mti: '0100', fields })).toBe(CHIP);
    expect(decodeMessage(CHIP)).toEqual({ mti: '0100', fields });
  });

  it('writes an authorization byte for byte as the standard lays it out', () => {
    expect(encodeMessage(AUTHORIZATION_MESSAGE)).toBe(AUTHORIZATION);
  });

  it('reads an authorization that was written by hand', () => {
    expect(decodeMessage(AUTHORIZATION)).toEqual(AUTHORIZATION_MESSAGE);
  });

  it('writes and reads a secondary bitmap', () => {
    const message = { mti: '0800', fields: { 7: '1121024500', 11: '000001', 41: 'TURNPIKE', 70: '001' } };
    expect(encodeMessage(message)).toBe(SIGN_ON);
    expect(decodeMessage(SIGN_ON)).toEqual(message);
  });

  it('reads back every message that it can write', () => {
    fc.assert(
      fc.property(messages, (message) => {
        expect(decodeMessage(encodeMessage(message))).toEqual(message);
      }),
      { numRuns: 300 },
    );
  });

  it('gives either a message or its own error for arbitrary bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array).toString('latin1'));
    fc.assert(
      fc.property(bytes, (text) => {
        expect(['string', 'undefined']).toContain(typeof readOrFault(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('writes an accepted message with the same bytes again, damaged or not', () => {
    const damaged = fc
      .tuple(fc.nat(AUTHORIZATION.length - 1), fc.integer({ min: 0, max: 255 }))
      .map(([at, code]) => AUTHORIZATION.slice(0, at) + String.fromCharCode(code) + AUTHORIZATION.slice(at + 1));
    fc.assert(
      fc.property(damaged, (text) => {
        const message = readOrFault(text);
        expect(message === undefined || message === text).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['nothing', '', 'MESSAGE_TYPE'],
    ['a type of letters', `01X0${AUTHORIZATION.slice(4)}`, 'MESSAGE_TYPE'],
    ['a type alone', '0100', 'BITMAP'],
    ['a bitmap in lower case', AUTHORIZATION.replace('723C04', '723c04'), 'BITMAP'],
    ['a secondary bitmap that is missing', '01008000000000000000', 'BITMAP'],
    ['a field that is not in the table', '01000800000000000000', 'UNKNOWN_FIELD 5'],
    ['a length of letters', '01004000000000000000XX5123', 'FIELD_LENGTH 2'],
    ['a length above the field’s', `0100400000000000000020${'5'.repeat(20)}`, 'FIELD_LENGTH 2'],
    ['a length beyond the end', '0100400000000000000016512345', 'FIELD_LENGTH 2'],
    ['a letter in an amount', '0100100000000000000000000000120X', 'FIELD_FORMAT 4'],
    ['a byte too many', `${AUTHORIZATION}0`, 'TRAILING_BYTES'],
    ['a byte too few', AUTHORIZATION.slice(0, -1), 'FIELD_LENGTH 63'],
  ])('refuses to read %s', (_, text, fault) => {
    expect(faultOf(() => decodeMessage(text))).toBe(fault);
  });

  it.each<[string, IsoMessage, string]>([
    ['a type that is too short', { mti: '100', fields: {} }, 'MESSAGE_TYPE'],
    ['an amount of 13 digits', { mti: '0100', fields: { 4: '1000000000000' } }, 'FIELD_LENGTH 4'],
    ['a negative amount', { mti: '0100', fields: { 4: '0000000000-5' } }, 'FIELD_FORMAT 4'],
    ['a terminal id that is too short', { mti: '0100', fields: { 41: 'T1' } }, 'FIELD_LENGTH 41'],
    ['a card number of 20 digits', { mti: '0100', fields: { 2: '5'.repeat(20) } }, 'FIELD_LENGTH 2'],
    ['a character outside ASCII', { mti: '0100', fields: { 61: 'Bücher' } }, 'FIELD_FORMAT 61'],
    ['a letter in track 2', { mti: '0100', fields: { 35: '5123450000000008=39A1' } }, 'FIELD_FORMAT 35'],
    ['chip data that is not hexadecimal text', { mti: '0100', fields: { 55: '9F26 08' } }, 'FIELD_FORMAT 55'],
    ['a character above one byte', { mti: '0100', fields: { 61: '本' } }, 'FIELD_FORMAT 61'],
  ])('refuses to write %s', (_, message, fault) => {
    expect(faultOf(() => encodeMessage(message))).toBe(fault);
  });

  it('keeps field values out of its errors', () => {
    const number = '51234500000000089999';
    expect(() => encodeMessage({ mti: '0100', fields: { 2: number } })).toThrow(/^ISO 8583: FIELD_LENGTH in field 2$/);
  });
});

/** The text written again after reading, or undefined where the codec refused it with its own error. */
function readOrFault(text: string): string | undefined {
  let message: IsoMessage;
  try {
    message = decodeMessage(text);
  } catch (error) {
    expect(error).toBeInstanceOf(Iso8583Error);
    return undefined;
  }
  return encodeMessage(message);
}
