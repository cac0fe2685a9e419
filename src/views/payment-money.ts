/** The money of a payment that was made, as every page, receipt and mail of it shows it. */
import type { Amount } from './amount.ts';

/** A sum of nothing is absent; of a payment of nothing, the one that it would have had is there. */
export interface PaymentMoney {
  /** Captured, what was refunded of it included. */
  readonly paid?: Amount;
  /** Authorized, and the shop can still capture it. */
  readonly reserved?: Amount;
  readonly refunded?: Amount;
  /** ISO 8601 instant of the refund, where there is only one. */
  readonly refundedAt?: string;
  /** The payer's bank took it back. */
  readonly chargedBack?: Amount;
  /** With no other sum: the payment was voided. */
  readonly cancelled?: Amount;
  /** Authorized, and too old to be captured. */
  readonly expired?: Amount;
}

/** A payment that was made, with what the shop has done since, as it began. */
export interface MadePayment {
  readonly money: PaymentMoney;
  readonly followUps: readonly MoneyStep[];
}

export interface MoneyStep {
  readonly kind:
    | 'cancelledPayment'
    | 'cancelledRefund'
    | 'cancelledReservation'
    | 'changed'
    | 'chargebackReturned'
    | 'chargedBack'
    | 'paid'
    | 'refundRequested'
    | 'refunded';
  readonly amount: Amount;
  /** ISO 8601 instant; absent while its result is not known. */
  readonly at?: string;
}
