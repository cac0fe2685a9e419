import type { ProviderFailure } from './pay-notice.ts';
import type { PaymentMoney } from './payment-money.ts';

/** A payment's outcome for its payer: it selects the one plain sentence. */
export type PaymentOutcome =
  /** Nothing was charged yet; the payer has not agreed there. */
  | { readonly kind: 'open' }
  /** Of a card: nothing was charged yet; the bank asks its customer. */
  | { readonly kind: 'asked' }
  /** The payer agreed; nothing was charged yet; the shop confirms the payment. */
  | { readonly kind: 'agreed' }
  /** The payer's bank has accepted the transfer, and the money has not arrived. */
  | { readonly kind: 'accepted' }
  /** The provider, or the payer's bank, has not answered yet; the payer need not pay again. */
  | { readonly kind: 'waiting' }
  /** Of a card: the outcome is in doubt. */
  | { readonly kind: 'unknown' }
  /** Of a card: declined, and the bank may show the amount as reserved until it has acknowledged the reversal. */
  | { readonly kind: 'released' }
  /** Of a gift card: held until the rest of the order is paid. */
  | { readonly kind: 'held' }
  /** Paid or authorized, and whatever the shop has done with it since. */
  | { readonly kind: 'made'; readonly money: PaymentMoney }
  /** Ended here, and the provider has not said whether it took money. */
  | { readonly kind: 'unsettled' }
  /** Nothing was charged. */
  | { readonly kind: 'notCharged'; readonly reason: ProviderFailure }
  /**
   * A late capture. `returning`: its refund is in progress. `returned`: it was refunded. `kept`: the shop will decide.
   */
  | { readonly kind: 'late'; readonly money: 'returning' | 'returned' | 'kept' };
