/** The port by which a payment stores the payer's card as a token, and a payer pays with it again. */
import type { Secret } from '../../contract/secret.ts';
import type { Merchant, MerchantProfile } from '../merchant/merchant.ts';
import type { CustomerCard } from './customer-cards.ts';
import type { SavedAs, StoredTransaction } from './order-records.ts';

/** FOR_CUSTOMER: for the payer of `customer.id`, who sees and deletes it. FOR_MERCHANT: as the merchant's own token. */
export type CardSaving = 'FOR_CUSTOMER' | 'FOR_MERCHANT';

type CardMerchant = Pick<Merchant, 'key' | 'profile'>;

export interface SavedCards {
  /** @returns undefined if the merchant chooses its token ids itself, which the payment page cannot do */
  plan(profile: MerchantProfile, number: Secret, saving: CardSaving): SavedAs | undefined;
  /**
   * Stores the card. Idempotent.
   * @param transaction a transaction with `savedAs`
   * @returns the token; undefined if the number is no longer stored or the token cannot be stored; the payment is not
   *   affected
   */
  store(merchantKey: number, transaction: StoredTransaction): Promise<string | undefined>;
  /** The cards that this payer may pay with now, the last used first. Empty if the profile keeps no cards of payers. */
  ofCustomer(merchant: CardMerchant, customerId: string): Promise<CustomerCard[]>;
  /** The saved cards of the payer, also expired ones, by the key of the payer's row. */
  ofKey(customerKey: number): Promise<CustomerCard[]>;
  /** Keeps the card for the profile's months from now on, because the payer pays with it. */
  use(merchant: CardMerchant, card: CustomerCard): Promise<void>;
  /** @returns false if the payer does not have this card */
  remove(card: Pick<CustomerCard, 'customerKey' | 'key'>): Promise<boolean>;
}
