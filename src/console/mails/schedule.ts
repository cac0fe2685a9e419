/** The days of reports by mail, all in UTC: which report is due when. Pure. */
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import { daysUntil } from '../../core/index.ts';
import type { ChosenReports, SentRhythm } from './ports.ts';

/** A report is made this time after the end of its last day, when nearly all results are known. */
const REPORTED_AFTER_MS = 6 * HOUR_MS;
/** A report does not wait longer for the index of orders, which may be behind. */
const INDEX_WAIT_MS_MAX = 12 * HOUR_MS;
/** Reports of days or weeks before the newest ones are not made up for. */
const REPORTS_AT_ONCE_MAX = 2;

const DAYS: Readonly<Record<SentRhythm, number>> = { DAILY: 1, WEEKLY: 7 };
const MONDAY = 1;

const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/**
 * @returns the last day of the newest period whose report may be made @example newestDay('DAILY', now) // '2026-11-28'
 */
export function newestDay(reports: SentRhythm, now: number): string {
  const day = daysUntil(now - REPORTED_AFTER_MS - DAY_MS, 1)[0] as string;
  if (reports === 'DAILY') {
    return day;
  }
  const sinceMonday = (new Date(startOf(day)).getUTCDay() - MONDAY + DAYS.WEEKLY) % DAYS.WEEKLY;
  // On a Sunday, the week has just ended.
  const backDays = sinceMonday === DAYS.WEEKLY - 1 ? 0 : sinceMonday + 1;
  return daysUntil(startOf(day) - backDays * DAY_MS, 1)[0] as string;
}

/** @returns the last days of the reports that are to be made now, the newest last; older ones are left out */
export function daysToReport(
  { reports, reportedDay }: Pick<ChosenReports, 'reportedDay' | 'reports'>,
  now: number,
): string[] {
  const newest = startOf(newestDay(reports, now));
  return Array.from({ length: REPORTS_AT_ONCE_MAX }, (_, at) => newest - at * DAYS[reports] * DAY_MS)
    .map((start) => daysUntil(start, 1)[0] as string)
    .filter((day) => day > reportedDay)
    .toReversed();
}

/** @returns false for a report that waited so long that two newer ones are due */
export function isWorthSending(reports: SentRhythm, lastDay: string, now: number): boolean {
  return daysToReport({ reports, reportedDay: '' }, now).includes(lastDay);
}

/** The days of a report, the oldest first. */
export function daysOf(reports: SentRhythm, lastDay: string): string[] {
  return daysUntil(startOf(lastDay), DAYS[reports]);
}

/** The end of a day, milliseconds since 1970. */
export function endOf(day: string): number {
  return startOf(day) + DAY_MS;
}

/** @param behindSince the time of the oldest change that the index of orders lacks; null if it lacks none */
export function mayReport(lastDay: string, behindSince: number | null, now: number): boolean {
  const end = endOf(lastDay);
  return behindSince === null || behindSince >= end || now >= end + INDEX_WAIT_MS_MAX;
}
