/** The port that stores merchants. */
import type { Merchant } from '../merchant/merchant.ts';

/** An API password that a newer one replaced. */
export interface FormerPassword {
  readonly hash: string;
  /** Epoch milliseconds, from which on it is not valid any more. */
  readonly until: number;
}

export interface WithPasswords {
  readonly passwordHash: string | null;
  /** The newest first. Absent: none. */
  readonly formerPasswords?: readonly FormerPassword[];
}

/** Stores merchants. */
export interface Merchants {
  find(id: string): Promise<(Merchant & WithPasswords) | undefined>;
}
