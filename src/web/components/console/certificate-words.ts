/** Sentences about the end of a client certificate. */
import { utcMinute } from './readable.ts';

/**
 * @param until ISO 8601, UTC; undefined if it is not known
 * @param daysLeft whole days, negative after the end
 * @example certificateEnd('2027-01-01T00:00:00.000Z', 32) // 'Ends on 2027-01-01 00:00 UTC, in 32 days.'
 */
export function certificateEnd(until: string | undefined, daysLeft: number | undefined): string {
  if (until === undefined || daysLeft === undefined) {
    return 'Its end is not known here.';
  }
  const at = utcMinute(until);
  if (daysLeft < 0) {
    return `Ended on ${at}, and is refused.`;
  }
  return `Ends on ${at}, ${daysLeft === 0 ? 'within a day' : `in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`}.`;
}
