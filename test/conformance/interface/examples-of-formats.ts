/** Examples of formatted values: dates and times, URLs, e-mail and IP addresses, and terminal data. */
import type { Examples } from './examples.ts';
import { jsonNumber } from './examples-of-numbers.ts';
import type { FieldFact } from './field.ts';
import { PAN_ENTRY_MODES, PIN_ENTRY_MODES } from './limits.ts';

type Of<K extends FieldFact['kind']> = Extract<FieldFact, { kind: K }>;

const NO_TEXT = [1.5, true, { a: 'x' }, ['x']];

export const FORMATS = {
  Date: {
    accepted: ['2024-02-29', '2000-02-29', '2028-12-31', '2030-01-01', '9999-12-31'],
    refused: [
      ...['2023-02-29', '1900-02-29', '2100-02-29', '2024-02-30', '2024-04-31', '2024-01-32', '2024-01-00'],
      ...['2024-13-01', '2024-00-01', '2024-2-1', '24-02-29', '20240229', '2024/02/29', '29-02-2024', '2024-060'],
      ...['2024-02', '2024-02-29Z', '2024-02-29T00:00:00Z', ' 2024-02-29', '2024-02-29\n', '٢٠٢٤-٠٢-٢٩', '', 'x'],
      ...NO_TEXT,
    ],
  },
  Time: {
    accepted: ['00:00Z', '23:59Z', '23:59:59Z', '12:30+01', '12:30:15-05', '12:30+05:30', '12:30:15-11:00'],
    refused: [
      ...['24:00Z', '25:00Z', '12:60Z', '12:30:61Z', '12:30', '12:30:15', '1:30Z', '12:3Z', '1230Z', '12Z'],
      ...['12:30+1', '12:30+24', '12:30+01:60', '12:30+0560', '12:30 Z', '12:30ZZ', '12.30Z'],
      ...['12:30:15.0000000000Z', '12:30:15.Z', ' 12:30Z', '12:30Z\n', '٢٣:٥٩Z', '', 'x', ...NO_TEXT],
    ],
  },
  DateTime: {
    accepted: ['2024-02-29T23:59:59.999Z', '2000-01-01T00:00:00.000Z', '2028-12-31T12:30:15.123Z'],
    refused: [
      ...['2023-02-29T00:00:00.000Z', '2024-13-01T00:00:00.000Z', '2024-02-29T24:00:00.000Z'],
      ...['2024-02-29T00:60:00.000Z', '2024-02-29T00:00:61.000Z', '2024-02-29T00:00:00.Z', '2024-02-29T00Z'],
      ...['2024-02-29T00:00:00.0000000000Z', '2024-02-29T00:00:00.000', '2024-02-29T00:00:00.000+24:00'],
      ...['2024-02-29_00:00:00.000Z', '2024-02-29', '2024-02-29T00:00:00.000Z\n', '', 'x', ...NO_TEXT],
    ],
  },
  // The first value of each has the fewest characters allowed; the first refused one has one fewer.
  Url: {
    accepted: [
      'https://a.bc',
      'https://shop.example/return?order=1&a%5Bb%5D=c%20d#end',
      'https://sub.shop.example:8443/a/b;c=1/',
      'https://xn--bcher-kva.example/~ann/@home',
    ],
    refused: [
      'https://a.b',
      'http://shop.example/',
      'ftp://shop.example/',
      'javascript:alert(document.domain)',
      'data:text/html,https://shop.example/',
      '//shop.example/return',
      '/return/from/the/payment',
      'https:shop.example/return',
      'https:///shop.example/return',
      'https:\\\\shop.example\\return',
      'https://shop.example\\@other.example/',
      'https://ann@shop.example/',
      'https://ann:secret@shop.example/',
      'https://@shop.example/',
      'https://shop.example:99999/',
      'https://shop .example/',
      'https://shop.example/a b',
      'https://shop.example/\n',
      'https://shop.example/\r\nSet-Cookie: a=b',
      'https://shop\t.example/',
      ' https://shop.example/',
      'https://shop.example/\u0000',
      'see https://shop.example/',
      '',
      ...NO_TEXT,
    ],
  },
  Email: {
    accepted: ['a@bc', 'ann@shop.example', "ann.o'neil+tag@sub.shop.example", 'a_b-c%d@shop.example'],
    refused: [
      ...['a@b', 'ann', 'ann.shop.example', '@shop.example', 'ann@', 'ann@shop@example', 'ann @shop.example'],
      ...['ann@shop .example', ' ann@shop.example', 'ann@shop.example\n', 'ann@shop.example\r\nBcc: b@c.de'],
      ...['ann@shop.example,b@c.de', 'Ann <ann@shop.example>', '', ...NO_TEXT],
    ],
  },
  IpAddress: {
    accepted: ['1.2.3.4', '0.0.0.0', '255.255.255.255', '192.0.2.17', '203.0.113.250'],
    refused: [
      ...['1.2.3', '1.2.3.', '.1.2.3', '1.2.3.4.5', '1.2.3.4.', '256.1.1.1', '1.1.1.256', '1.2.3.x', '1.2.3.-4'],
      ...['1255.255.255.255', '16909060', '0x01020304', '1,2,3,4', '2001:db8::1', '::1', ' 1.2.3.4', '1.2.3.4\n'],
      ...['١.٢.٣.٤', 'localhost', ...NO_TEXT],
    ],
  },
  // Two word characters, three digits, or both separated by a slash.
  carrierCode: {
    accepted: ['ZZ', 'zz', 'Z9', '9Z', '99', 'A_', '999', '000', 'ZZ/999', '9Z/000', 'z_/123'],
    refused: [
      ...['Z', '9', 'ZZZ', 'ZZ9', '9999', 'ZZ999', 'ZZ/99', 'ZZ/9999', 'Z/999', 'ZZZ/999', 'ZZ/ABC', '999/ZZ', 'ZZ/'],
      ...['/999', 'Z-', 'Z ', ' ZZ', 'ZZ\n', 'ZZ|999', 'éZ', '٩٩٩', '', ...NO_TEXT],
    ],
  },
} as const satisfies Record<string, Examples>;

/** Digits, letters, the separator and the sentinels of both tracks' examples; no card has these numbers. */
const NAMELESS = '123456789';

export function track1({ max }: Of<'Track1'>): Examples {
  const whole = `%B${NAMELESS}^DOE/JANE MS^3912101`;
  const longest = `${whole.padEnd(max - 1, '0')}?`;
  return {
    accepted: ['B1', `${whole}?`, `${whole.slice(1)}`, longest, longest.replace('?', '0')],
    refused: [
      `${longest}0`,
      'B',
      '',
      `${whole.toLowerCase()}?`,
      `${whole}é`,
      `${whole}\n`,
      `${whole}\u0060`,
      ...NO_TEXT,
    ],
  };
}

export function track2({ max }: Of<'Track2'>): Examples {
  const whole = `;${NAMELESS}=3912101`;
  const longest = `${whole.padEnd(max - 1, '0')}?`;
  return {
    accepted: ['1=', `${whole}?`, whole.slice(1), longest, longest.replace('?', '0')],
    refused: [
      `${longest}0`,
      '1',
      '',
      `${whole}A`,
      `%B${whole}`,
      `${whole} `,
      `${whole}/`,
      `${whole}\n`,
      '٣='.repeat(5),
      ...NO_TEXT,
    ],
  };
}

/** Chip data in TLV format, as sent with an authorization request, at most 250 characters. */
const CHIP_DATA = [
  ['9F26', '0123456789ABCDEF'],
  ['9F27', '80'],
  ['9F10', '06011203A00000'.padEnd(64, '0')],
  ['9F37', '1A2B3C4D'],
  ['9F36', '0042'],
  ['95', '0000008000'],
  ['9A', '261121'],
  ['9C', '00'],
  ['9F02', '000000001250'],
  ['5F2A', '0978'],
  ['82', '1980'],
  ['9F1A', '0276'],
  ['9F03', '000000000000'],
  ['9F33', 'E0F8C8'],
  ['9F34', '020300'],
  ['9F35', '22'],
] as const;
const tlv = (tag: string, value: string) =>
  tag + (value.length / 2).toString(16).toUpperCase().padStart(2, '0') + value;
const WHOLE_CHIP_DATA = CHIP_DATA.map(([tag, value]) => tlv(tag, value)).join('');

export function emv({ max }: Of<'Emv'>): Examples {
  if (WHOLE_CHIP_DATA.length !== max) {
    throw new Error(`The chip data has ${WHOLE_CHIP_DATA.length} characters.`);
  }
  const one = tlv('9A', '261121');
  return {
    accepted: [one, WHOLE_CHIP_DATA],
    refused: [
      WHOLE_CHIP_DATA + tlv('5F34', '01'),
      `${WHOLE_CHIP_DATA}0`,
      // A tag that cards do not have, a truncated tag, a tag without its value, and text that is not hexadecimal.
      tlv('DF01', '00'),
      one.slice(0, -2),
      '9F',
      'zz',
      ...NO_TEXT,
    ],
  };
}

/** The document does not say if a digit without a listed meaning is accepted. */
export function posEntryMode(): Examples {
  const modes = PAN_ENTRY_MODES.flatMap((pan) => PIN_ENTRY_MODES.map((pin) => pan + pin));
  return {
    accepted: [...modes, ...modes.filter((mode) => !mode.startsWith('0')).map(jsonNumber)],
    refused: [
      ...['01', '0121', '', 'x12', '01x', '01 ', '-12', '٠١٢', true, { a: 1 }, ['012']],
      ...['80', '8010', '-12', '8.0'].map(jsonNumber),
    ],
  };
}
