import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/contract/durations.ts';
import {
  ABANDONED_AFTER_MS,
  pauseAfterEnd,
  queryPause,
  UNDECIDED_AFTER_MS,
} from '../../../src/core/schedules/query-schedule.ts';

function instants(count: number, isWaiting: boolean): number[] {
  let at = 0;
  return Array.from({ length: count }, (_, asked) => {
    at += queryPause(asked, isWaiting);
    return at;
  });
}

describe('the queries', () => {
  it('come at 5 s, 15 s, 1 min, 5 min and 15 min, among others', () => {
    const first = instants(20, false);
    expect(first.slice(0, 3)).toEqual([5 * SECOND_MS, 15 * SECOND_MS, MINUTE_MS]);
    expect(first).toContain(5 * MINUTE_MS);
    expect(first).toContain(15 * MINUTE_MS);
  });

  it('are never a minute apart in the first quarter of an hour, nor more than ten until an abandoned one ends', () => {
    const longest = (until: number, isWaiting: boolean) => {
      const all = instants(40, isWaiting);
      return Math.max(...all.filter((at) => at <= until).map((at, index) => at - (all[index - 1] ?? 0)));
    };
    expect([longest(15 * MINUTE_MS, false), longest(15 * MINUTE_MS, true)]).toEqual([50 * SECOND_MS, 50 * SECOND_MS]);
    expect(longest(ABANDONED_AFTER_MS, false)).toBe(10 * MINUTE_MS);
  });

  it.each([
    [false, 10 * MINUTE_MS],
    [true, HOUR_MS],
  ])('grow, and end at a longest pause that repeats: waiting %s', (isWaiting, longest) => {
    const later = Array.from({ length: 100 }, (_, index) => queryPause(20 + index, isWaiting));
    expect(later.every((pause, index) => index === 0 || pause >= later[index - 1]!)).toBe(true);
    expect(later.at(-1)).toBe(longest);
  });
});

describe('the end', () => {
  it('is after 90 minutes for a payer who did not agree, and after seven days for everyone', () => {
    expect([ABANDONED_AFTER_MS, UNDECIDED_AFTER_MS]).toEqual([90 * MINUTE_MS, 7 * DAY_MS]);
  });

  it('is followed by three more queries', () => {
    expect([0, 1, 2, 3, 100].map(pauseAfterEnd)).toEqual([5 * MINUTE_MS, HOUR_MS, DAY_MS, null, null]);
  });
});
