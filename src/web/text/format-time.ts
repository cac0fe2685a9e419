/** Formats times in the payer's locale. A separate file, since the form's script does not need it. */
import { getOrCreate, NUMBERING_SYSTEM } from './formatters.ts';

const timeFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * @param instant ISO 8601
 * @param timeZone IANA; the server passes the shop's `timeZone`, and the browser omits it to use its own
 */
export function formatTime(locale: string, instant: string, timeZone?: string): string {
  const format = getOrCreate(
    timeFormats,
    `${locale} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
        numberingSystem: NUMBERING_SYSTEM,
        ...(timeZone === undefined ? {} : { timeZone }),
      }),
  );
  // Many locales call this zone "GMT+0", which payers do not expect.
  return timeZone === 'UTC' ? inUtc(format, new Date(instant)) : format.format(new Date(instant));
}

const inUtc = (format: Intl.DateTimeFormat, date: Date) =>
  format
    .formatToParts(date)
    .map(({ type, value }) => (type === 'timeZoneName' ? 'UTC' : value))
    .join('');

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Formats a date with its year, in UTC. */
export function formatDate(locale: string, instant: string): string {
  const format = getOrCreate(
    dateFormats,
    locale,
    () =>
      new Intl.DateTimeFormat(locale, {
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        timeZone: 'UTC',
        numberingSystem: NUMBERING_SYSTEM,
      }),
  );
  return format.format(new Date(instant));
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Formats the day of a recent event, without its year. @param timeZone the same as for `formatTime` */
export function formatDay(locale: string, instant: string, timeZone?: string): string {
  const format = getOrCreate(
    dayFormats,
    `${locale} ${timeZone}`,
    () =>
      new Intl.DateTimeFormat(locale, {
        month: 'long',
        day: 'numeric',
        numberingSystem: NUMBERING_SYSTEM,
        ...(timeZone === undefined ? {} : { timeZone }),
      }),
  );
  return format.format(new Date(instant));
}

const minuteFormats = new Map<string, Intl.NumberFormat>();

/** @example formatMinutes('en', 29) // '29 minutes' */
export function formatMinutes(locale: string, minutes: number): string {
  const format = getOrCreate(
    minuteFormats,
    locale,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: 'minute',
        unitDisplay: 'long',
        numberingSystem: NUMBERING_SYSTEM,
      }),
  );
  return format.format(minutes);
}
