/** The table of limits on attempts, as a kysely type. A part of the schema. */
import type { CountKind } from '../../../core/ports/index.ts';

export interface AttemptCountTables {
  /**
   * Counts of payment attempts by card, card range, payer's network, payer's browser, and merchant. Each row counts one
   * interval of time.
   */
  attempt_count: {
    merchant_key: number;
    kind: CountKind;
    /** A keyed hash of the card, network or browser, or the digits of a card range. */
    subject: string;
    bucket: number;
    /** The form shown to operators: a masked number, the card range, or the beginning of the hash. */
    shown: string;
    times: number;
    updated_at: number;
  };
}
