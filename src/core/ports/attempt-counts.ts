/** The port that counts payment attempts, shared by all processes on the store. */

/**
 * The subject of a count. CARD and NEVER: declines of one card. BIN: declines of the cards of one range. ADDRESS and
 * DEVICE: declines on payment pages from one network or browser. PAGE: all declines on a merchant's payment pages.
 */
export type CountKind = 'ADDRESS' | 'BIN' | 'CARD' | 'DEVICE' | 'NEVER' | 'PAGE';

export interface CountKey {
  readonly merchantKey: number;
  readonly kind: CountKind;
  /** The keyed hash of a card, network or browser, or the digits of a range. */
  readonly subject: string;
  /** The start of the time bucket, milliseconds since 1970. */
  readonly bucket: number;
}

export interface AttemptCount extends CountKey {
  readonly times: number;
  /** The subject as an operator may see it. */
  readonly shown: string;
}

export interface AttemptCounts {
  /** Adds to the stored counts, in one commit. */
  add(counts: readonly AttemptCount[], now: number): Promise<void>;
  /** Returns the counts that any process has changed after `since`, the oldest change first. */
  changedSince(since: number, limit: number): Promise<(AttemptCount & { readonly updatedAt: number })[]>;
  ofMerchant(merchantKey: number): Promise<AttemptCount[]>;
  /** Sets the merchant's counts with this `shown` to zero, for all processes. @returns the number of counts */
  lift(merchantKey: number, shown: string, now: number): Promise<number>;
  /** Removes counts older than `before`. */
  forget(before: number): Promise<void>;
}
