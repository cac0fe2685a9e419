/** The port of what is counted of tries to pay, by all processes on the store together. */

/**
 * What is counted: CARD and NEVER, declines of one card; BIN, declines of the cards of one range; ADDRESS and DEVICE,
 * declines on payment pages from one network or browser; PAGE, all declines on a merchant's payment pages.
 */
export type CountKind = 'ADDRESS' | 'BIN' | 'CARD' | 'DEVICE' | 'NEVER' | 'PAGE';

export interface CountKey {
  readonly merchantKey: number;
  readonly kind: CountKind;
  /** A card, network or browser by its keyed hash, a range by its digits. */
  readonly subject: string;
  /** Start of the part of the window, milliseconds since 1970. */
  readonly bucket: number;
}

export interface AttemptCount extends CountKey {
  readonly times: number;
  /** What an operator may see of the subject. */
  readonly shown: string;
}

export interface AttemptCounts {
  /** Adds to what is stored, in one commit. */
  add(counts: readonly AttemptCount[], now: number): Promise<void>;
  /** Those that changed since, by whichever process; the oldest change first. */
  changedSince(since: number, limit: number): Promise<(AttemptCount & { readonly updatedAt: number })[]>;
  /** Those of a merchant. */
  ofMerchant(merchantKey: number): Promise<AttemptCount[]>;
  /** Sets the merchant's counts of what is shown so to zero, for every process. @returns how many there were */
  lift(merchantKey: number, shown: string, now: number): Promise<number>;
  /** Removes what began before. */
  forget(before: number): Promise<void>;
}
