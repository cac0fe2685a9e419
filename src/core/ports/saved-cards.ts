/** The port by which a payment stores the payer's card as a token. */
import type { Secret } from '../../contract/secret.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { SavedAs, StoredTransaction } from './order-records.ts';

export interface SavedCards {
  /** @returns undefined if the merchant names its tokens itself: the page has no such name */
  plan(profile: MerchantProfile, number: Secret): SavedAs | undefined;
  /**
   * Stores the card. Idempotent.
   * @param transaction with `savedAs`
   * @returns the token; undefined if the number is no longer stored, or cannot be stored: the payment stands
   */
  store(merchantKey: number, transaction: StoredTransaction): Promise<string | undefined>;
}
