/** The times after which a further store sleeps, and wakes. */
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';

/** Overrides for tests, which cannot wait for the real times. */
export interface StoreTimes {
  /**
   * The time after the last request after which an open store may sleep: longer than a payer's page is looked at. A
   * store that was opened without a request may sleep at once.
   */
  readonly idleMs: number;
  /** The interval of questions whether an idle store has work. */
  readonly askedEveryMs: number;
  /** A sleeping store is opened after this time, for what only depends on the time, such as retention. */
  readonly sleptMsMax: number;
}
export const STORE_TIMES: StoreTimes = { idleMs: 5 * MINUTE_MS, askedEveryMs: MINUTE_MS, sleptMsMax: 6 * HOUR_MS };
