import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tracedRow, traceOf } from '../../../src/core/processing/trace.ts';
import { firstKeyOf, KEYS_OF_STORE, STORE_NUMBER_MAX } from '../../../src/platform/store-ids.ts';

const AT = Date.UTC(2026, 10, 21, 2, 45, 59);

describe('traceOf', () => {
  it('never repeats terminal and STAN for two rows', () => {
    const keys = fc.uniqueArray(fc.oneof(fc.nat(), fc.nat(3_000_000), fc.integer({ min: 0, max: 10 ** 15 })), {
      maxLength: 50,
    });
    fc.assert(
      fc.property(keys, (rows) => {
        const names = rows.map((row) => traceOf(row, AT)).map(({ terminal, stan }) => `${terminal} ${stan}`);
        expect(new Set(names).size).toBe(rows.length);
      }),
    );
  });

  it('never repeats for two rows of different stores, and leads back to the row', () => {
    const places = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 0, max: STORE_NUMBER_MAX }), fc.integer({ min: 0, max: KEYS_OF_STORE - 2 })),
      { maxLength: 50, selector: ([number, place]) => `${number} ${place}` },
    );
    fc.assert(
      fc.property(places, (chosen) => {
        const rows = chosen.map(([number, place]) => firstKeyOf(number) + place);
        const traces = rows.map((row) => traceOf(row, AT));
        expect(new Set(traces.map(({ terminal, stan }) => terminal + stan)).size).toBe(rows.length);
        expect(traces.map(({ terminal, receipt }) => tracedRow(terminal, receipt, AT)?.key)).toEqual(rows);
      }),
    );
  });

  it.each([
    [0, 'T0000000', '000001'],
    [999_998, 'T0000000', '999999'],
    [999_999, 'T0000001', '000001'],
    [999_999 * 36, 'T0000010', '000001'],
    // The first and the last row of store 3,843.
    [4_225_423_185_543_169, 'T1XVPKNM', '970580'],
    [4_226_522_697_170_943, 'T1XWD51N', '697867'],
  ])('row %d is terminal %s, STAN %s', (row, terminal, stan) => {
    expect(traceOf(row, AT)).toMatchObject({ terminal, stan });
  });

  it('keeps to the fields’ lengths for every row that a database can have', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 16 }), (row) => {
        const { terminal, stan } = traceOf(row, AT);
        expect(terminal).toMatch(/^T[0-9A-Z]{7}$/);
        expect(stan).toMatch(/^(?!000000)\d{6}$/);
      }),
    );
  });

  it.each([
    [Date.UTC(2026, 0, 1, 0, 0, 0), '600100000001'],
    [Date.UTC(2026, 10, 21, 2, 45, 59), '632502000001'],
    [Date.UTC(2024, 11, 31, 23, 59, 59), '436623000001'],
    [Date.UTC(2030, 11, 31, 23, 59, 59), '036523000001'],
  ])('the receipt of %d is year digit, day, hour and STAN: %s', (at, receipt) => {
    expect(traceOf(0, at).receipt).toBe(receipt);
    expect(traceOf(0, at).transmittedAt).toBe(at);
  });
});
