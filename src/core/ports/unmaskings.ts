/** The port that stores audit rows about views of full card numbers. */

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

/** Stores the audit rows. It is append-only. */
export interface Unmaskings {
  add(unmasking: Unmasking): Promise<void>;
}
