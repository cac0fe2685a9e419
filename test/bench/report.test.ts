import { describe, expect, test } from 'vitest';
import { isMet } from '../../bench/report/measured.ts';
import { marksText, tableText } from '../../bench/report/print.ts';
import { median } from '../../bench/statistics.ts';

describe('the median', () => {
  test.each([
    [[7], 7],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10],
  ])('of %j is %d, and the list stays as it was', (values, expected) => {
    const before = [...values];
    expect(median(values)).toBe(expected);
    expect(values).toEqual(before);
  });

  test('of nothing is refused', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('a table', () => {
  test('has names on the left and figures on the right, under their heads', () => {
    const text = tableText({
      title: 'Rates',
      head: ['per second', 'median'],
      rows: [
        ['gateway', '3,209'],
        ['bare loop', '13,737'],
      ],
      notes: ['A note.'],
    });
    expect(text.split('\n')).toEqual([
      'Rates',
      '',
      '  per second  median',
      '  ----------  ------',
      '  gateway      3,209',
      '  bare loop   13,737',
      '  A note.',
      '',
    ]);
  });
});

describe('a mark', () => {
  const ratio = { what: 'ratio', value: 0.35, unit: '', atLeast: 0.35 };
  const growth = { what: 'growth', value: 30.1, unit: ' MB', atMost: 30 };

  test('is met at its limit and missed beyond it', () => {
    expect(isMet(ratio)).toBe(true);
    expect(isMet({ ...ratio, value: 0.349 })).toBe(false);
    expect(isMet({ ...growth, value: 30 })).toBe(true);
    expect(isMet(growth)).toBe(false);
  });

  test('that was missed stands out and states its limit', () => {
    const text = marksText([ratio, growth]);
    expect(text).toContain('met     ratio: 0.35, wanted at least 0.35');
    expect(text).toContain('MISSED  growth: 30.1 MB, wanted at most 30 MB');
  });
});
