import { describe, expect, it } from 'vitest';
import { holdsCardData } from '../../src/contract/card-data.ts';
import { withoutCardNumbers } from '../../src/contract/card-data-mask.ts';
import { plainText } from '../../src/contract/plain-text.ts';
import { seededRandom } from '../support/random.ts';

const NUMBER = '5123450000000008';

/** Zeros of several scripts, of mathematical alphanumerics, and of superscript and circled digits. */
const SCRIPTS: readonly (readonly [string, (digit: number) => string])[] = [
  ...([0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0e50, 0x17e0, 0x1810, 0xff10, 0x1d7ce, 0x1d7d8, 0x1d7f6] as const).map(
    (zero) => [`U+${zero.toString(16)}`, (digit: number) => String.fromCodePoint(zero + digit)] as const,
  ),
  ['raised', (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]!],
  ['in a circle', (digit) => '⓪①②③④⑤⑥⑦⑧⑨'[digit]!],
];
const SEPARATORS = ['', ' ', '-', '.', '/', '\\', '_', ',', ', ', ' - ', '\u00a0', '\u2013', '\t', '\n', '\u200b'];

const written = (digits: string, separator: string): string => digits.replace(/(.{4})(?=.)/g, `$1${separator}`);
const inScript = (text: string, digitOf: (digit: number) => string): string =>
  text.replace(/\d/g, (digit) => digitOf(Number(digit)));

describe('a card number in a text', () => {
  it.each([
    [NUMBER, '512345xxxxxx0008'],
    ['paid with 5123-4500 0000.0008, thanks', 'paid with 5123-45xx xxxx.0008, thanks'],
    ['378282246310005', '378282xxxxx0005'],
    ['card 5123 4500 0000 0008 and 4111111111111111.', 'card 5123 45xx xxxx 0008 and 411111xxxxxx1111.'],
    ['{"n":"5123\\u200b450000000008"}', '{"n":"5123\\u200b45xxxxxx0008"}'],
    ['{"n":"\\u0035123450000000008"}', '{"n":"\\u003512345xxxxxx0008"}'],
    ['order 20261121-000123', 'order 20261121-000123'],
  ])('%j is masked to %j', (text, masked) => {
    expect(withoutCardNumbers(text)).toBe(masked);
  });

  it.each([
    [
      '%B5123450000000008^DOE/JANE M^39012011000000123000000?',
      '%B512345xxxxxx0008^DOE/JANE M^xxxxxxxxxxxxxxxxxxxxxxx?',
    ],
    ['swiped ;5123450000000008=39012011000000123?', 'swiped ;512345xxxxxx0008=xxxxxxxxxxxxxxxxx?'],
    ['6275980000000001=39012011000', '627598xxxxxx0001=xxxxxxxxxxx'],
  ])('is masked in a track, %j, with all its other data', (text, masked) => {
    expect(withoutCardNumbers(text)).toBe(masked);
  });

  it('is masked with every separator and in digits of every script, and the rest of the text stays', () => {
    for (const separator of SEPARATORS) {
      for (const [script, digitOf] of SCRIPTS) {
        const text = `ab ${inScript(written(NUMBER, separator), digitOf)} yz`;
        const masked = withoutCardNumbers(text);
        const shown = `ab ${inScript(written('512345', separator), digitOf)}`.replace(/(.)$/u, '$1');
        expect([script, separator, masked.startsWith(shown), masked.endsWith(' yz')]).toEqual([
          script,
          separator,
          true,
          true,
        ]);
        expect(masked.match(/x/g)).toHaveLength(6);
        expect(holdsCardData(masked)).toBe(false);
      }
    }
  });

  it('is removed from any surrounding text', () => {
    const random = seededRandom('20261125');
    const parts = [
      NUMBER,
      '4111 1111 1111 1111',
      '378282246310005',
      '4',
      '12',
      ' ',
      '-',
      'a',
      '=',
      ';',
      '%B',
      '^',
      '٣',
    ];
    let masked = 0;
    for (let count = 0; count < 20_000; count++) {
      const text = Array.from({ length: random.between(1, 12) }, () => parts[random.between(0, parts.length)]).join('');
      const clean = withoutCardNumbers(text);
      masked += clean === text ? 0 : 1;
      expect([holdsCardData(clean), plainText(clean).plain.length]).toEqual([false, plainText(text).plain.length]);
    }
    expect(masked).toBeGreaterThan(5_000);
  });
});
