/** The port by which a payment stores its payer's card as a token. */
import type { Secret } from '../../contract/secret.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { StoredTransaction } from './order-records.ts';

/** How a payment that succeeds stores its card, decided before it is sent. */
export interface SavedAs {
  readonly token: string;
  /** Another id of the same kind keeps the number's first and last digits too. */
  readonly isPreserving?: true;
  /** The merchant has one token a card. */
  readonly isUnique?: true;
}

export interface SavedCards {
  /** @returns undefined where the merchant names its tokens itself: the page knows no such name */
  plan(profile: MerchantProfile, number: Secret): SavedAs | undefined;
  /**
   * Repeating it stores nothing twice.
   * @param transaction with `savedAs`
   *   @returns the token; undefined where the number is not kept any more, or cannot be stored: the payment stands
   */
  store(merchantKey: number, transaction: StoredTransaction): Promise<string | undefined>;
}
