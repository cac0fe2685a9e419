/** Days in a merchant's time zone, IANA. */
import { DAY_MS } from '../contract/durations.ts';

/** @param now milliseconds since 1970 @example dayIn('Asia/Tokyo', Date.parse('2026-11-29T20:00Z')) // '2026-11-30' */
export function dayIn(timeZone: string, now: number): string {
  return new Date(localTime(timeZone, now)).toISOString().slice(0, 10);
}

/**
 * @param day year, month and day: `2026-12-24`
 * @returns the first millisecond of the next day, since 1970; undefined for a text that is no day
 */
export function endOfDay(day: string, timeZone: string): number | undefined {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day) {
    return undefined;
  }
  const midnight = start + DAY_MS;
  // The zone's distance from UTC may change in between, so the first result only leads to the second.
  const near = midnight - (localTime(timeZone, midnight) - midnight);
  return midnight - (localTime(timeZone, near) - near);
}

/** The time that clocks in the zone show, read as if it were UTC, to the second. */
function localTime(timeZone: string, at: number): number {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  } as const);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}
