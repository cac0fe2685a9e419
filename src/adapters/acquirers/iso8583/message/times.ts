/**
 * Fields 7, 12 and 13: the time at which a message was created. In UTC, because both ends need not share a time zone.
 */
export interface TransmissionTimes {
  /** Field 7, MMDDhhmmss. */
  readonly transmission: string;
  /** Field 12, hhmmss. */
  readonly time: string;
  /** Field 13, MMDD. */
  readonly date: string;
}

const TWO_DIGITS: readonly string[] = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));

/** @param at milliseconds since 1970 */
export function transmissionTimes(at: number): TransmissionTimes {
  const moment = new Date(at);
  const date = `${TWO_DIGITS[moment.getUTCMonth() + 1]}${TWO_DIGITS[moment.getUTCDate()]}`;
  const time = `${TWO_DIGITS[moment.getUTCHours()]}${TWO_DIGITS[moment.getUTCMinutes()]}${TWO_DIGITS[moment.getUTCSeconds()]}`;
  return { transmission: date + time, time, date };
}
