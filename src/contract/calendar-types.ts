/**
 * The interface's types of dates and times in ISO 8601. A date must exist in the calendar.
 *
 * @example date().accepts('2024-02-30') // false
 */
import { type FieldType, textType } from './field-types.ts';

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** @param text yyyy-mm-dd */
export function isCalendarDate(text: string): boolean {
  if (!DATE.test(text)) {
    return false;
  }
  const [year, month, day] = [number(text, 0, 4), number(text, 5, 7), number(text, 8, 10)];
  const isLeapDay = month === 2 && day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (DAYS[month - 1] ?? 0) || isLeapDay;
}

function number(text: string, from: number, to: number): number {
  return Number(text.slice(from, to));
}

export const date = (): FieldType<string> =>
  textType('Date', 'a date, yyyy-mm-dd', isCalendarDate, { keywords: { format: 'date' } });

const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-]([01]\d|2[0-3])(:[0-5]\d)?)$/;
/** Fractions of a second, up to nanoseconds, which some clocks report. */
const FRACTION = '(?:[.,][0-9]{1,9})?';
/** `Z`, `+02:00`, `+0200`, `+02`; RFC 3339 allows lower case. */
const OFFSET = '(?:[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)';
const WRITTEN_TIME = new RegExp(`^([0-9:]{5,8})${FRACTION}(${OFFSET})$`);

export const time = (): FieldType<string> =>
  textType('Time', 'a time, hh:mm[:ss]Z or hh:mm[:ss](+/-)hh[:mm]', (text) => TIME.test(text), {
    plain: (text) => text.replace(WRITTEN_TIME, (_, clock, offset) => clock + plainOffset(offset)),
    keywords: { pattern: TIME.source },
  });

function plainOffset(offset: string): string {
  return offset.toUpperCase().replace(/^(.[0-9]{2}):?([0-9]{2})$/, '$1:$2');
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
/**
 * The notations of a time stamp. Java omits seconds of zero and appends the zone's name to the offset; Python may write
 * a space instead of T.
 */
const WRITTEN_DATE_TIME = new RegExp(
  `^(.{10})[Tt ]([0-9]{2}:[0-9]{2})(:[0-9]{2})?(${FRACTION})(${OFFSET})(?:\\[[\\w/+-]{1,64}\\])?$`,
);

export const dateTime = (): FieldType<string> =>
  textType(
    'DateTime',
    'an instant, YYYY-MM-DDThh:mm:ss.SSSZ',
    (text) => {
      const found = DATE_TIME.exec(text);
      return found !== null && isCalendarDate(found[1]!);
    },
    { plain: inUtc, keywords: { format: 'date-time' } },
  );

/** Converts an instant to UTC, truncated to milliseconds. Returns any other text unchanged. */
function inUtc(text: string): string {
  const [, day = '', clock = '', seconds = ':00', fraction = '', offset = ''] = WRITTEN_DATE_TIME.exec(text) ?? [];
  const zone = plainOffset(offset);
  const isWhole = /^(?:Z|[+-][0-9]{2}:[0-9]{2})$/.test(zone);
  const milliseconds = fraction.slice(1, 4).padEnd(3, '0');
  const at = Date.parse(`${day}T${clock}${seconds}.${milliseconds}${isWhole ? zone : `${zone}:00`}`);
  // `Date.parse` would roll over an invalid date, such as 30 February to March, and 24:00 to the next day.
  return isCalendarDate(day) && !clock.startsWith('24') && !Number.isNaN(at) ? new Date(at).toISOString() : text;
}
