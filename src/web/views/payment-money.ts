/** The money of a payment that was made, for its pages, receipts and mails. */
import type { Amount } from './amount.ts';

/** Sums of 0 are absent, except for a payment of 0, which has its main sum. */
export interface PaymentMoney {
  /** Captured, including refunded amounts. */
  readonly paid?: Amount;
  /** Authorized, and can still be captured. */
  readonly reserved?: Amount;
  readonly refunded?: Amount;
  /** ISO 8601 instant of the refund, where there is only one. */
  readonly refundedAt?: string;
  /** The amount that the payer's bank took back. */
  readonly chargedBack?: Amount;
  /** The cancelled amount. If it is the only sum, the payment was voided. */
  readonly cancelled?: Amount;
  /** Authorized, and too old to capture. */
  readonly expired?: Amount;
}

/** A payment that was made, with the shop's later follow-ups in the order in which they started. */
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
