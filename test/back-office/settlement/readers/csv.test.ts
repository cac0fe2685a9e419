/** Comma-separated values: accepted input, refused input, and lossless round trips. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../../src/back-office/settlement/readers/csv.ts';
import { SettlementFileError } from '../../../../src/back-office/settlement/readers/read-error.ts';

const cells = (text: string) => readCsv(text).map((row) => row.cells);

describe('comma-separated values', () => {
  it.each<[string, string, readonly (readonly string[])[]]>([
    [
      'rows by each kind of line end',
      'a,b\r\nc,d\ne,f\rg,h',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    ['quotes, commas and line ends in quotes', '"a ""b""","c,d","e\nf"', [['a "b"', 'c,d', 'e\nf']]],
    ['empty cells', ',a,\n', [['', 'a', '']]],
    ['no row of an empty line', 'a\n\n\nb\n', [['a'], ['b']]],
    ['no byte order mark', '\uFEFFa', [['a']]],
  ])('are %s', (_name, text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  it('have the line number of each row', () => {
    expect(readCsv('a\n"b\nc",d\ne').map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  it.each(['"a', 'a"b"', '"a"b', `"${'x'.repeat(10_001)}"`])('with a quote in the wrong place are refused', (text) => {
    expect(() => readCsv(text)).toThrow(SettlementFileError);
  });

  it('are read back as written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'ä') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }), (rows) => {
        const written = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join()).join('\r\n');
        expect(cells(written)).toEqual(rows.filter((row) => row.some((one) => one !== '')));
      }),
    );
  });
});
