/** The days of reports by mail. */
import { describe, expect, it } from 'vitest';
import { daysOf, daysToReport, isWorthSending, mayReport, newestDay } from '../../../src/console/mails/schedule.ts';

const at = (text: string) => Date.parse(`${text}Z`);

describe('the newest report', () => {
  it('of a day is made from six hours after its end', () => {
    expect(newestDay('DAILY', at('2026-11-29T05:59:59'))).toBe('2026-11-27');
    expect(newestDay('DAILY', at('2026-11-29T06:00'))).toBe('2026-11-28');
  });

  it('of a week is made on Monday, six hours after the end of Sunday', () => {
    // 2026-11-29 is a Sunday.
    expect(newestDay('WEEKLY', at('2026-11-29T23:00'))).toBe('2026-11-22');
    expect(newestDay('WEEKLY', at('2026-11-30T05:59'))).toBe('2026-11-22');
    expect(newestDay('WEEKLY', at('2026-11-30T06:00'))).toBe('2026-11-29');
    expect(newestDay('WEEKLY', at('2026-12-07T05:00'))).toBe('2026-11-29');
    expect(daysOf('WEEKLY', '2026-11-29')).toEqual([23, 24, 25, 26, 27, 28, 29].map((day) => `2026-11-${day}`));
  });
});

describe('a report that was missed', () => {
  it('is made up for, but no more than the newest two', () => {
    const daily = (reportedDay: string, now: string) => daysToReport({ reports: 'DAILY', reportedDay }, at(now));
    expect(daily('2026-11-27', '2026-11-29T07:00')).toEqual(['2026-11-28']);
    expect(daily('2026-11-28', '2026-11-29T07:00')).toEqual([]);
    expect(daily('2026-11-20', '2026-11-29T07:00')).toEqual(['2026-11-27', '2026-11-28']);
    const weekly = daysToReport({ reports: 'WEEKLY', reportedDay: '2026-10-04' }, at('2026-12-01T07:00'));
    expect(weekly).toEqual(['2026-11-22', '2026-11-29']);
  });

  it('is not sent once two newer ones are due', () => {
    expect(isWorthSending('DAILY', '2026-11-27', at('2026-11-29T07:00'))).toBe(true);
    expect(isWorthSending('DAILY', '2026-11-27', at('2026-11-30T07:00'))).toBe(false);
  });
});

it('a report waits for the index of orders, but no longer than twelve hours after its last day', () => {
  const now = at('2026-11-29T07:00');
  expect(mayReport('2026-11-28', null, now)).toBe(true);
  expect(mayReport('2026-11-28', at('2026-11-29T00:00'), now)).toBe(true);
  expect(mayReport('2026-11-28', at('2026-11-28T23:59'), now)).toBe(false);
  expect(mayReport('2026-11-28', at('2026-11-28T23:59'), at('2026-11-29T12:00'))).toBe(true);
});
