/** Times in the payer's locale: a file of its own, since the script of the form has no need of it. */
import { kept, NUMBERING_SYSTEM } from './formatters.ts';

const timeFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * @param instant ISO 8601
 * @param timeZone the server knows no payer's zone and says UTC; the browser leaves it out for its own
 */
export function formatTime(locale: string, instant: string, timeZone?: string): string {
  const format = kept(
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
  // Many locales name this zone "GMT+0", which no payer looks for.
  return timeZone === 'UTC' ? inUtc(format, new Date(instant)) : format.format(new Date(instant));
}

const inUtc = (format: Intl.DateTimeFormat, date: Date) =>
  format
    .formatToParts(date)
    .map(({ type, value }) => (type === 'timeZoneName' ? 'UTC' : value))
    .join('');

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day alone, without its year: for what was done a short while ago. @param timeZone as of `formatTime` */
export function formatDay(locale: string, instant: string, timeZone?: string): string {
  const format = kept(
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
  const format = kept(
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
