/** The port by which a payment stores the payer's card as a token. */
import type { Secret } from '../../contract/secret.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { SavedAs, StoredTransaction } from './order-records.ts';

export interface SavedCards {
  /** @returns undefined if the merchant chooses its token ids itself, which the payment page cannot do */
  plan(profile: MerchantProfile, number: Secret): SavedAs | undefined;
  /**
   * Stores the card. Idempotent.
   * @param transaction a transaction with `savedAs`
   * @returns the token; undefined if the number is no longer stored or the token cannot be stored; the payment is not
   *   affected
   */
  store(merchantKey: number, transaction: StoredTransaction): Promise<string | undefined>;
}
