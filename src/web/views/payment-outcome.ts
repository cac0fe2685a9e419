import type { ProviderFailure } from './pay-notice.ts';
import type { PaymentMoney } from './payment-money.ts';

/** A payment's outcome for its payer, which selects the page's sentence. */
export type PaymentOutcome =
  /** No charge yet; the payer has not approved at the provider. */
  | { readonly kind: 'open' }
  /** A card payment without a charge yet; the bank challenges the payer. */
  | { readonly kind: 'asked' }
  /** The payer approved; no charge yet; the shop confirms the payment. */
  | { readonly kind: 'agreed' }
  /** The payer's bank has accepted the transfer, and the money has not arrived. */
  | { readonly kind: 'accepted' }
  /** The provider, or the payer's bank, has not answered yet; the payer need not pay again. */
  | { readonly kind: 'waiting' }
  /** A card payment with its outcome in doubt. */
  | { readonly kind: 'unknown' }
  /** A declined card payment; the bank may show the amount as reserved until it has acknowledged the reversal. */
  | { readonly kind: 'released' }
  /** A gift card's part, held until the rest of the order is paid. */
  | { readonly kind: 'held' }
  /** Paid or authorized, with the shop's later follow-ups. */
  | { readonly kind: 'made'; readonly money: PaymentMoney }
  /** Ended here, but the provider has not reported whether it took money. */
  | { readonly kind: 'unsettled' }
  /** No charge. */
  | { readonly kind: 'notCharged'; readonly reason: ProviderFailure }
  /**
   * A late capture. `returning`: its refund is in progress. `returned`: it was refunded. `kept`: the shop will decide.
   */
  | { readonly kind: 'late'; readonly money: 'returning' | 'returned' | 'kept' };
