/** The gateway and the bank behind it, on which the histories are played. */
export interface World {
  /** `http://localhost:…` of the gateway. */
  readonly origin: string;
  readonly merchant: string;
  /** The merchant's API password. */
  readonly password: string;
  /** Moves the clock of the gateway and of the bank, and resolves when the work that became due has begun. */
  later(ms: number): Promise<void>;
  /** Resolves when every notification that is due has been sent. */
  settled(): Promise<void>;
  /** The payer's bank takes a payment back, and the gateway learns of it. Absent: this world cannot. */
  chargeBack?(gatewayOrder: string): Promise<void>;
  close(): Promise<void>;
}
