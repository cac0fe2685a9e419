/**
 * The interface's types of days and times, as ISO 8601 writes them. A day is a real one of the calendar.
 *
 * @example date().accepts('2024-02-30') // false
 */
import { type FieldType, textType } from './field-types.ts';

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A real day of the calendar: the 30th of February is none. */
function isDate(text: string): boolean {
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
  textType('Date', 'a date, yyyy-mm-dd', isDate, { keywords: { format: 'date' } });

const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-]([01]\d|2[0-3])(:[0-5]\d)?)$/;

export const time = (): FieldType<string> =>
  textType('Time', 'a time, hh:mm[:ss]Z or hh:mm[:ss](+/-)hh[:mm]', (text) => TIME.test(text), {
    keywords: { pattern: TIME.source },
  });

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

export const dateTime = (): FieldType<string> =>
  textType(
    'DateTime',
    'an instant, YYYY-MM-DDThh:mm:ss.SSSZ',
    (text) => {
      const found = DATE_TIME.exec(text);
      return found !== null && isDate(found[1]!);
    },
    { keywords: { format: 'date-time' } },
  );
