/**
 * The port that stores which payers saved which tokens. A payer is a customer of one merchant, by the merchant's id.
 */
import type { StoredToken } from './tokens.ts';

/** A payer with saved cards. */
export interface SavedCustomer {
  readonly key: number;
  readonly merchantKey: number;
  /** Keyed hash of merchant and customer id. */
  readonly hash: Uint8Array;
  /** The customer id, sealed for `customerPlace`. */
  readonly sealed: Uint8Array;
  readonly createdAt: number;
}

export interface SavedCardUse {
  readonly usedAt: number;
  /** The card is offered until then, and removed afterwards. */
  readonly keptUntil: number;
}

/** A saved card, with the token that stands for it. */
export interface CustomerCard extends SavedCardUse {
  readonly key: number;
  readonly customerKey: number;
  readonly token: StoredToken;
  readonly createdAt: number;
}

export interface NewCustomerCard extends SavedCardUse {
  readonly key: number;
  readonly tokenKey: number;
  readonly createdAt: number;
}

export interface CustomerCards {
  /** Returns a key that no row has had. */
  newKey(): number;
  /**
   * The saved cards of a payer, the last used first.
   * @param hashes of merchant and customer id under all loaded keys
   */
  ofCustomer(merchantKey: number, hashes: readonly Uint8Array[]): Promise<CustomerCard[]>;
  /** The saved cards of a payer by the key of the payer's row, the last used first. */
  ofKey(customerKey: number): Promise<CustomerCard[]>;
  /** @returns undefined if the payer has no saved card */
  findCustomer(merchantKey: number, hashes: readonly Uint8Array[]): Promise<number | undefined>;
  /**
   * Saves a card, or extends it if the payer has saved its token already. Two requests at once create one row.
   * @param customer created if the payer has no row under any of the hashes
   * @returns false if the token is gone
   */
  keep(customer: SavedCustomer, hashes: readonly Uint8Array[], card: NewCustomerCard): Promise<boolean>;
  /** Extends a saved card. No effect if it was removed meanwhile. */
  use(cardKey: number, use: SavedCardUse): Promise<void>;
  /**
   * Removes a saved card; its token too, unless the merchant or another payer has it; the payer's row with the last
   * card.
   * @returns false if the payer does not have this card
   */
  remove(card: Pick<CustomerCard, 'customerKey' | 'key'>): Promise<boolean>;
}
