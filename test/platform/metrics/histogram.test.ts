import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Histogram } from '../../../src/platform/metrics/histogram.ts';
import { RequestCounts } from '../../../src/platform/metrics/request-counts.ts';

describe('a histogram', () => {
  it('counts every value once, in the first bucket that it does not exceed', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 20, noNaN: true })), (values) => {
        const bounds = [1, 2.5, 10];
        const histogram = new Histogram(bounds);
        for (const value of values) {
          histogram.observe(value);
        }
        const within = (from: number, to: number) => values.filter((value) => value > from && value <= to).length;
        const below = values.filter((value) => value <= 1).length;
        expect([...histogram.counts]).toEqual([
          below,
          within(1, 2.5),
          within(2.5, 10),
          within(10, Number.POSITIVE_INFINITY),
        ]);
        expect(histogram.sum).toBeCloseTo(
          values.reduce((sum, value) => sum + value, 0),
          6,
        );
      }),
    );
  });
});

describe('requests', () => {
  it('are counted by operation and status class, in seconds', () => {
    const counts = new RequestCounts();
    counts.note('PAY', 201, 3);
    counts.note('PAY', 200, 30);
    counts.note('PAY', 503, 1);
    counts.note('VOID', 400, 2_000);
    const cells = counts.cells().map(({ operation, statusClass, seconds }) => [operation, statusClass, seconds.sum]);
    expect(cells).toEqual([
      ['PAY', '2xx', 0.033],
      ['PAY', '5xx', 0.001],
      ['VOID', '4xx', 2],
    ]);
  });
});
