/** The port that stores merchants. */
import type { Merchant } from '../merchant/merchant.ts';

/** An API password that was replaced by a newer one. */
export interface FormerPassword {
  readonly hash: string;
  /** The time from which it is invalid, milliseconds since 1970. */
  readonly until: number;
}

export interface WithPasswords {
  readonly passwordHash: string | null;
  /** Replaced passwords, the newest first. */
  readonly formerPasswords?: readonly FormerPassword[];
}

export interface Merchants {
  find(id: string): Promise<(Merchant & WithPasswords) | undefined>;
}
