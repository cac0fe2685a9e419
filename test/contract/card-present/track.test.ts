import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTrack1, isTrack2, readTrack1, readTrack2 } from '../../../src/contract/card-present/track.ts';

const characters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCharCode(from + at));
const ASCII = characters(0x00, 0xff);

describe('track 1 as a type', () => {
  it('accepts exactly the 64 characters from space to underscore', () => {
    expect(ASCII.filter((one) => isTrack1(one.repeat(2)))).toEqual(characters(0x20, 0x5f));
  });

  it.each([
    [1, false],
    [2, true],
    [79, true],
    [80, false],
  ])('of %i characters is accepted: %s', (length, taken) => {
    expect(isTrack1('B'.repeat(length))).toBe(taken);
  });

  it.each(['AB\n', 'AB\r\n', 'ab', 'ÄÖ', '５５'])('does not accept %j', (text) => {
    expect(isTrack1(text)).toBe(false);
  });
});

describe('track 2 as a type', () => {
  it('accepts exactly the 16 characters from 0 to the question mark', () => {
    expect(ASCII.filter((one) => isTrack2(one.repeat(2)))).toEqual(characters(0x30, 0x3f));
  });

  it.each([
    [1, false],
    [2, true],
    [40, true],
    [41, false],
  ])('of %i characters is accepted: %s', (length, taken) => {
    expect(isTrack2('1'.repeat(length))).toBe(taken);
  });

  it.each(['5123D39', '12\n', '12 34', '１２'])('does not accept %j', (text) => {
    expect(isTrack2(text)).toBe(false);
  });
});

describe('track 1, format B', () => {
  const read = {
    number: '5123450000000008',
    expiry: { month: '1', year: '39' },
    name: 'LEE/ANN',
    serviceCode: '201',
  };

  it.each([
    ['with sentinels and check character', '%B5123450000000008^LEE/ANN^3901201123456789?.'],
    ['with sentinels alone', '%B5123450000000008^LEE/ANN^3901201123456789?'],
    ['with neither', 'B5123450000000008^LEE/ANN^3901201123456789'],
    ['with a name filled up by spaces', '%B5123450000000008^LEE/ANN                   ^3901201123456789?'],
    ['with no data after the service code', '%B5123450000000008^LEE/ANN^3901201?'],
  ])('%s gives number, name, expiry and service code', (_what, text) => {
    expect(readTrack1(text)).toEqual(read);
  });

  it('may lack expiry, service code and name', () => {
    expect(readTrack1('%B512345678^^^^00?')).toEqual({ number: '512345678' });
    expect(readTrack1('%B5123450000000008^ /^^201123?')).toEqual({
      number: read.number,
      name: '/',
      serviceCode: '201',
    });
    expect(readTrack1('%B5123450000000008^LEE^3912^123?')).toEqual({
      number: read.number,
      name: 'LEE',
      expiry: { month: '12', year: '39' },
    });
  });

  it.each([
    ['another format', '%A5123450000000008^LEE/ANN^3901201?'],
    ['eight digits', '%B51234500^LEE/ANN^3901201?'],
    ['twenty digits', '%B51234500000000085123^LEE/ANN^3901201?'],
    ['a 13th month', '%B5123450000000008^LEE/ANN^3913201?'],
    ['a month 0', '%B5123450000000008^LEE/ANN^3900201?'],
    ['lower case', '%B5123450000000008^lee/ann^3901201?'],
    ['two characters after the end', '%B5123450000000008^LEE/ANN^3901201?AB'],
    ['a name of 27 characters', `%B5123450000000008^${'A'.repeat(27)}^3901201?`],
    ['80 characters', `%B5123450000000008^LEE/ANN^3901201${'0'.repeat(46)}?`],
    ['a track 2', ';5123450000000008=3901201?'],
    ['nothing', ''],
  ])('is not %s', (_what, text) => {
    expect(readTrack1(text)).toBeUndefined();
  });
});

describe('track 2', () => {
  const read = { number: '5123450000000008', expiry: { month: '1', year: '39' }, serviceCode: '201' };

  it.each([
    ['with sentinels and check character', ';5123450000000008=3901201123456789?:'],
    ['with sentinels alone', ';5123450000000008=3901201123456789?'],
    ['with neither', '5123450000000008=3901201123456789'],
    ['as a chip writes it', '5123450000000008D3901201123456789'],
    ['as a chip fills it up', '5123450000000008D390120112345678F'],
  ])('%s gives number, expiry and service code', (_what, text) => {
    expect(readTrack2(text)).toEqual(read);
  });

  it('may lack expiry and service code', () => {
    expect(readTrack2(';5123450000000008=3912?')).toEqual({
      number: read.number,
      expiry: { month: '12', year: '39' },
    });
    expect(readTrack2(';512345678===00?')).toEqual({ number: '512345678' });
    expect(readTrack2('5123450000000008=3901=123')).toEqual({ number: read.number, expiry: read.expiry });
  });

  it.each([
    ['eight digits', ';51234500=3901201?'],
    ['twenty digits', ';51234500000000085123=3901201?'],
    ['a 13th month', ';5123450000000008=3913201?'],
    ['no separator', ';51234500000000083901201?'],
    ['no expiry', ';5123450000000008=?'],
    ['two characters after the end', ';5123450000000008=3901201?12'],
    ['41 characters', `;5123450000000008=3901201${'0'.repeat(15)}?`],
    ['a line end', ';5123450000000008=3901201?\n'],
    ['nothing', ''],
  ])('is not %s', (_what, text) => {
    expect(readTrack2(text)).toBeUndefined();
  });
});

it('decodes the encoded values on either track', () => {
  const digits = (min: number, max: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
  const month = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(digits(9, 19), digits(2, 2), month, digits(3, 3), digits(0, 10), (number, year, at, code, rest) => {
      const tail = `${year}${String(at).padStart(2, '0')}${code}${rest}`;
      const read = { number, expiry: { month: String(at), year }, serviceCode: code };
      expect(readTrack2(`;${number}=${tail}?`)).toEqual(read);
      expect(readTrack1(`%B${number}^LEE/ANN^${tail}?`)).toEqual({ ...read, name: 'LEE/ANN' });
    }),
  );
});
