import type { Amount } from './amount.ts';
import type { ProviderFailure } from './pay-notice.ts';

/** The result of a payment at a provider, for the payer: it selects the one plain sentence. */
export type PaymentOutcome =
  /** Nothing was charged yet; the payer has not agreed there. */
  | { readonly kind: 'open' }
  /** Of a card: nothing was charged yet; the bank asks its customer. */
  | { readonly kind: 'asked' }
  /** The payer agreed; nothing was charged yet; the shop confirms the payment. */
  | { readonly kind: 'agreed' }
  /** The provider, or the payer's bank, has not answered yet; the payer need not pay again. */
  | { readonly kind: 'waiting' }
  /** Of a card: the outcome is in doubt. */
  | { readonly kind: 'unknown' }
  /** Of a card: declined, and the bank may show the amount as reserved until it has acknowledged the reversal. */
  | { readonly kind: 'released' }
  /** Of a gift card: held until the rest of the order is paid. */
  | { readonly kind: 'held' }
  | { readonly kind: 'paid' }
  /** Authorized: the shop captures it with the order. */
  | { readonly kind: 'reserved' }
  /** Ended here, and the provider has not said whether it took money. */
  | { readonly kind: 'unsettled' }
  /** Nothing was charged. */
  | { readonly kind: 'notCharged'; readonly reason: ProviderFailure }
  /** Paid or authorized, and voided by the shop. */
  | { readonly kind: 'undone' }
  /** Paid, and this much refunded by the shop. */
  | { readonly kind: 'givenBack'; readonly amount: Amount }
  /**
   * A late capture. `returning`: its refund is in progress. `returned`: it was refunded. `kept`: the shop will decide.
   */
  | { readonly kind: 'late'; readonly money: 'returning' | 'returned' | 'kept' };
