/** The port that stores merchants. */
import type { Merchant } from '../merchant/merchant.ts';

/** Stores merchants. */
export interface Merchants {
  find(id: string): Promise<(Merchant & { readonly passwordHash: string | null }) | undefined>;
}
