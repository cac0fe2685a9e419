import { describe, expect, it } from 'vitest';
import { date, dateTime, time } from '../../src/contract/calendar-types.ts';
import { withoutExponent } from '../../src/contract/decimal.ts';
import { decimalType } from '../../src/contract/decimal-type.ts';
import * as types from '../../src/contract/field-types.ts';
import { email, url } from '../../src/contract/web-types.ts';

const accepts = (type: types.FieldType, value: unknown) => type.accepts(value);
const emoji = (count: number) => '😀'.repeat(count);

interface Row {
  readonly type: types.FieldType;
  readonly yes: readonly unknown[];
  readonly no: readonly unknown[];
}

const ROWS: Record<string, Row> = {
  'string 1-40': {
    type: types.string(1, 40),
    yes: ['a', 'a'.repeat(40), emoji(40), '\u0000', ' ', 'e\u0301'.repeat(20)],
    no: ['', 'a'.repeat(41), emoji(41), 5, true, null, undefined, {}, []],
  },
  'string 5-20': {
    type: types.string(5, 20),
    yes: ['abcde', emoji(5), 'a'.repeat(20)],
    no: ['abcd', emoji(4), 'a'.repeat(21)],
  },
  'string 1-4000': {
    type: types.string(1, 4_000),
    yes: ['a'.repeat(4_000), emoji(4_000)],
    no: ['a'.repeat(4_001), emoji(4_001)],
  },
  'ascii 0-25': {
    type: types.ascii(0, 25),
    yes: ['', '\u0000', '~', 'a'.repeat(25)],
    no: ['é', '\u0080', 'a'.repeat(26), emoji(1)],
  },
  'digits 9-19': {
    type: types.digits(9, 19),
    yes: ['1'.repeat(9), '1'.repeat(19)],
    no: [
      '1'.repeat(8),
      '1'.repeat(20),
      '12345678x',
      '١٢٣٤٥٦٧٨٩',
      '123456789\n',
      ' 123456789',
      '-12345678',
      '1234567.9',
    ],
  },
  'digitsBetween 1-12': {
    type: types.digitsBetween(1n, 12n),
    yes: ['1', '01', '9', '12'],
    no: ['0', '00', '13', '001', '', '-1', '1.0', '1e0', 'x'],
  },
  'digitsBetween 0-999': { type: types.digitsBetween(0n, 999n), yes: ['0', '007', '999'], no: ['1000', '0000', ''] },
  quantity: {
    type: types.quantity(1n, 9_999_999_999_999_999n),
    yes: ['1', '9999999999999999', '9007199254740993'],
    no: ['0', '10000000000000000', '1.5', '1e15', '-1'],
  },
  'maskedDigits 9-19': {
    type: types.maskedDigits(9, 19),
    yes: ['512345xxxxxx0008', 'x'.repeat(9)],
    no: ['512345XXXXXX0008', 'x'.repeat(8), 'x'.repeat(20), '512345******0008'],
  },
  'upperAlpha 3': { type: types.upperAlpha(3), yes: ['EUR'], no: ['eur', 'EU', 'EURO', 'EU1', 'ÉUR', 'EUR\n', ''] },
  'alphanumeric 1-10': {
    type: types.alphanumeric(1, 10),
    yes: ['a', 'Z9', 'a'.repeat(10)],
    no: ['', 'a'.repeat(11), 'a-b', 'a b', 'é', 'a\n'],
  },
  "alphanumeric ' -'": {
    type: types.alphanumeric(1, 10, ' -'),
    yes: ['SW1A 1AA', '12345-6789', '-', ' '],
    no: ['a/b', 'a_b', '12345-67890', 'a\tb', 'a.b'],
  },
  "alphanumeric ' -/'": { type: types.alphanumeric(1, 17, ' -/'), yes: ['1/2-3 4'], no: ['1.2', '1\\2', '1^2', '1]2'] },
  'decimal 1-14': {
    type: decimalType(),
    yes: ['0', '.5', '5.', '00', '12.50', '99999999999.99', '1000000000000', '0.000000000001', '00000000000001'],
    no: [
      '',
      '.',
      '-0',
      '-1',
      '1e3',
      '+1',
      '1,5',
      ' 1',
      '1000000000000.1',
      '1000000000001',
      '123456789012.34',
      '0x1',
      'NaN',
    ],
  },
  'decimal with a sign': {
    type: decimalType({ negative: true }),
    yes: ['-0', '-.5', '-1000000000000', '1000000000000'],
    no: ['-1000000000001', '1000000000001', '--1', '-', '-1000000000000.', '- 1'],
  },
  'decimal to 999999 with 5 places': {
    type: decimalType({ max: '999999', places: 5 }),
    yes: ['999999', '0.12345'],
    no: ['999999.00001', '0.123456', '1000000'],
  },
  'decimal from 0.001': {
    type: decimalType({ min: '0.001', max: '2140000000', places: 3 }),
    yes: ['0.001', '.001', '2140000000', '1.5'],
    no: ['0', '0.000', '0.0009', '2140000000.001', '-1'],
  },
  'decimal of 6 characters': {
    type: decimalType({ characters: [1, 6] }),
    yes: ['123456', '12.345', '.12345'],
    no: ['1234567', '12.3456'],
  },
  integer: { type: types.integer(60n, 86_400n), yes: ['60', '86400'], no: ['59', '86401', '60.0', '6e1', '', '-60'] },
  boolean: { type: types.boolean(), yes: [true, false], no: ['true', 'false', 1, 0, '', null] },
  enumeration: {
    type: types.enumeration('CARD', 'GIFT_CARD'),
    yes: ['CARD', 'GIFT_CARD'],
    no: ['card', 'CARD ', '', 'constructor', 0],
  },
  date: {
    type: date(),
    yes: ['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'],
    no: [
      '2023-02-29',
      '1900-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-04-31',
      '2024-1-1',
      '20240101',
      '2024-01-01T00:00',
      '2024-01-00',
    ],
  },
  time: {
    type: time(),
    yes: ['00:00Z', '23:59:59Z', '12:30+05', '12:30:15-05:30'],
    no: ['24:00Z', '12:60Z', '12:30', '12:30:60Z', '1:30Z', '12:30+24', '12:30+05:60', '12:30z'],
  },
  dateTime: {
    type: dateTime(),
    yes: ['2024-02-29T23:59:59.999Z'],
    no: [
      '2023-02-29T00:00:00.000Z',
      '2024-01-01T24:00:00.000Z',
      '2024-01-01T00:00:00Z',
      '2024-01-01 00:00:00.000Z',
      '2024-01-01T00:00:00.000+01:00',
    ],
  },
  'hex 20': {
    type: types.hex(20, 20),
    yes: ['0123456789abcdefABCD'],
    no: ['0123456789abcdefABC', '0123456789abcdefABCDE', '0123456789abcdefABCG'],
  },
  'base64 28': {
    type: types.base64(28, 28),
    yes: ['AAABBBCCCDDDEEEFFFGGGHHHIII=', 'A'.repeat(28)],
    no: ['A'.repeat(27), 'A'.repeat(32), `${'A'.repeat(27)}-`, `${'A'.repeat(25)}===`, `${'A'.repeat(26)}=A`],
  },
  email: {
    type: email(),
    yes: ['a@bc', "o'brien+tag@sub.example.co", 'ü@exämple.de', `${'a'.repeat(250)}@b.c`],
    no: [
      'a\u0000@b.c',
      'a\u007f@b.c',
      'a@b\u0085.c',
      'a\u009b@b.c',
      'a@b',
      'ab.c',
      '@abc',
      'abc@',
      'a@b@c',
      'a b@c.d',
      'a@b,c',
      'a@b\nBcc: d@e.f',
      `${'a'.repeat(251)}@b.c`,
    ],
  },
  matching: { type: types.matching(/^\w{2}$/, 2, 2, 'two'), yes: ['AB'], no: ['A', 'ABC', '--'] },
};

describe.each(Object.entries(ROWS))('%s', (_name, { type, yes, no }) => {
  it.each(yes.map((value) => [value]))('accepts %j', (value) => {
    expect(accepts(type, value)).toBe(true);
  });

  it.each(no.map((value) => [value]))('refuses %j', (value) => {
    expect(accepts(type, value)).toBe(false);
  });

  it('states its allowed values', () => {
    expect(type.allowed).not.toBe('');
  });
});

describe('url', () => {
  const { liveRule } = url();
  const fits = (text: string) => accepts(url(), text);

  it.each([
    'https://a.bc',
    'https://shop.example/return?a[b]=1&c=%20#part',
    'HTTPS://shop.example/',
    'https://[2001:db8::1]/x',
    `https://shop.example/${'a'.repeat(2_027)}`,
  ])('accepts %s everywhere', (text) => {
    expect(fits(text)).toBe(true);
    expect(liveRule?.(text)).toBe(true);
  });

  it.each(['http://localhost:3000/return', 'http://127.0.0.1/return', 'http://localhost'])(
    'accepts %s only where requests may name this machine',
    (text) => {
      expect(fits(text)).toBe(true);
      expect(liveRule?.(text)).toBe(false);
    },
  );

  it.each([
    'https://a.b',
    'http://shop.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'http://localhost@evil.example/',
    'https://user@shop.example/',
    'https://user:pass@shop.example/',
    'https://@shop.example/',
    'https:\\\\shop.example/',
    'https://shop.example\\@evil.example/',
    'https:///shop.example',
    'https:shop.example/path',
    '//shop.example/path',
    'https://shop.example/a b',
    'https://shop.example/\t',
    'ht\ntps://shop.example/',
    ' https://shop.example/',
    'https://shop.example/\u0000',
    'https://shop.example/"><script>',
    'javascript:alert(1)//https://',
    'data:text/html,https://a',
    'https://',
    'ftp://shop.example/',
    `https://shop.example/${'a'.repeat(2_028)}`,
  ])('refuses %j', (text) => {
    expect(fits(text)).toBe(false);
  });
});

describe('an array of texts', () => {
  const type = types.texts(types.upperAlpha(3));

  it.each([[[]], [['EUR']], [['EUR', 'GBP']]])('accepts %j', (value) => expect(accepts(type, value)).toBe(true));
  it.each([['EUR'], [['EUR', 'x']], [[5]], [{ 0: 'EUR' }], [null]])('refuses %j', (value) => {
    expect(accepts(type, value)).toBe(false);
  });
});

describe('the JSON Schema of a type', () => {
  it.each([
    [types.string(1, 40), { minLength: 1, maxLength: 40 }],
    [types.digits(9, 19), { minLength: 9, maxLength: 19, pattern: '^[0-9]*$' }],
    [types.enumeration('A', 'B'), { enum: ['A', 'B'] }],
    [date(), { format: 'date' }],
  ])('%# has its bounds as keywords', (type, keywords) => {
    expect(type.keywords).toEqual(keywords);
  });
});

describe('canonical text', () => {
  it.each([
    [decimalType(), '012.50', '12.5'],
    [decimalType(), '1.0', '1'],
    [decimalType(), '.5', '0.5'],
    [decimalType({ negative: true }), '-0', '0'],
    [types.digitsBetween(1n, 12n), '05', '5'],
    [types.quantity(1n, 99n), '07', '7'],
  ])('of %o for %s is %s', (type, text, canonical) => {
    expect(type.canonical?.(text)).toBe(canonical);
  });

  it('leaves the digits of an identifier unchanged', () => {
    expect(types.digits(9, 19).canonical).toBeUndefined();
  });
});

describe('hostile texts of a hundred thousand characters', () => {
  const everyType = [...Object.values(ROWS).map(({ type }) => type), url()].filter(({ name }) => name !== 'Boolean');
  const hostile = ['a', '1', '@', '.', '-', ' ', 'A@', 'https://', '(', '\u0000', '😀', 'a.', '1:', '==', 'a_b-'].map(
    (unit) => unit.repeat(Math.ceil(100_000 / unit.length)),
  );

  it('are refused by every type', () => {
    for (const type of everyType) {
      for (const text of hostile) {
        expect(accepts(type, text)).toBe(false);
        expect(accepts(type, `${text}!`)).toBe(false);
      }
    }
  });
});

describe('an instant', () => {
  it.each([
    ['2024-02-29T12:00:00Z', '2024-02-29T12:00:00.000Z'],
    ['2024-02-29T12:00Z', '2024-02-29T12:00:00.000Z'],
    ['2024-02-29T12:00:00.1Z', '2024-02-29T12:00:00.100Z'],
    ['2024-02-29T12:00:00.04Z', '2024-02-29T12:00:00.040Z'],
    ['2024-02-29T12:00:00.1000Z', '2024-02-29T12:00:00.100Z'],
    ['2024-02-29T12:00:00.123456Z', '2024-02-29T12:00:00.123Z'],
    ['2024-02-29T12:00:00.999999999Z', '2024-02-29T12:00:00.999Z'],
    ['2024-02-29T12:00:00,5Z', '2024-02-29T12:00:00.500Z'],
    ['2024-02-29t12:00:00z', '2024-02-29T12:00:00.000Z'],
    ['2024-02-29 12:00:00.123456+00:00', '2024-02-29T12:00:00.123Z'],
    ['2024-02-29T12:00:00.000+03:00', '2024-02-29T09:00:00.000Z'],
    ['2024-02-29T12:00:00+0000', '2024-02-29T12:00:00.000Z'],
    ['2024-02-29T12:00:00-0530', '2024-02-29T17:30:00.000Z'],
    ['2024-02-29T12:00:00+02', '2024-02-29T10:00:00.000Z'],
    ['2024-03-01T00:30:00+01:00[Europe/Paris]', '2024-02-29T23:30:00.000Z'],
  ])('%s is the instant %s', (sent, read) => {
    expect(dateTime().plain?.(sent)).toBe(read);
    expect(dateTime().accepts(read)).toBe(true);
  });

  it.each([
    ['12:30:15.5z', '12:30:15Z'],
    ['12:30+0530', '12:30+05:30'],
    ['12:30-05', '12:30-05'],
  ])('of a day: %s is %s', (sent, read) => {
    expect(time().plain?.(sent)).toBe(read);
    expect(time().accepts(read)).toBe(true);
  });
});

describe('a text that is no instant', () => {
  it.each([
    '2024-01-01T00:00:00.000',
    '2024-01-01T00:00:00.1234567890Z',
    '2024-01-01T00:00:00.Z',
    '2024-01-01T00:00:00.000+24:00',
    '2024-02-30T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:61Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:30:00-01:00',
    '2024-01-01T00:00:00Z[Europe/Paris',
    'tomorrow',
    '1704067200',
  ])('%s', (sent) => {
    expect(dateTime().accepts(dateTime().plain?.(sent))).toBe(false);
  });
});

describe('a decimal without its exponent', () => {
  it.each([
    ['1E+2', '100'],
    ['1e2', '100'],
    ['1.25e1', '12.5'],
    ['1250E-2', '12.5'],
    ['-1.5E1', '-15'],
    ['-0.0', '0.0'],
    ['0E-10', '0'],
    ['12.50', '12.50'],
    ['1E+100', '1E+100'],
    ['E2', 'E2'],
  ])('%s is %s', (sent, read) => {
    expect(withoutExponent(sent)).toBe(read);
  });
});
