/** The port that stores who was shown a full card number. */

/** The audit row. */
export interface Unmasking {
  readonly merchantKey: number;
  /** SHA-256 fingerprint of the client certificate, hex. */
  readonly certificate: string;
  readonly userId?: string;
  readonly operation: string;
  readonly orderId?: string;
  readonly transactionId?: string;
  readonly token?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Stores the audit rows. They are only ever added. */
export interface Unmaskings {
  add(unmasking: Unmasking): Promise<void>;
}
