/**
 * What is stored of a browser payment beside its transaction: its names, the return URL, and the timeline of everything
 * that touched it. Whether money moved is not here: the order says so, as for any payment.
 */
import type { FollowUp } from './order-records.ts';
import type { ShownCode } from './providers.ts';

/** Written with the intent, before the provider is called. */
export interface NewBrowserPayment {
  readonly provider: string;
  /** Permanently identifies the payment at the provider: 16 random characters of base62. */
  readonly reference: string;
  /**
   * Identifies it in the payer's addresses: 24 random characters of base62. Whoever has it sees the payer's status
   * page.
   */
  readonly handle: string;
  /** The return URL: the merchant's `returnUrl`, or a path of this gateway for the hosted page. */
  readonly returnUrl: string;
  /** The shop's name as the checkout shows it; null: the merchant profile's name. */
  readonly shopName: string | null;
}

export interface BrowserPayment extends NewBrowserPayment {
  readonly transactionKey: number;
  /** The provider's page for the payer; null until the provider has made the payment. */
  readonly pageUrl: string | null;
  /** The provider's own number for it; null until the provider has made the payment, where the payer has to choose. */
  readonly providerReference: string | null;
  /** What the payer pays by, where the provider gave such; null otherwise. */
  readonly code: ShownCode | null;
  /** How a late capture is handled: the provider captured money after the payment had ended without success. */
  readonly late: LateCapture | null;
  readonly createdAt: number;
}

/**
 * REFUNDING: the refund is sent to the provider until it succeeds. REPORTED: the operator decides. CLOSED: the operator
 * resolved it elsewhere.
 */
export type LateCapture = 'CLOSED' | 'REFUNDED' | 'REFUNDING' | 'REPORTED';

/** Everything that can touch a browser payment. The first four make up `browserPayment.interaction`. */
export type EventKind =
  | 'INITIATED'
  | 'REDIRECTED'
  | 'RETURNED'
  | 'COMPLETED'
  /** The provider did not accept the payment: it refused, did not answer or could not be reached. */
  | 'NOT_INITIATED'
  /** The provider redirected the payer's browser back. */
  | 'CAME_BACK'
  /** The provider's server sent a callback. It is never trusted, and only triggers a status query. */
  | 'CALLED_BACK'
  /** The gateway queried the provider for the status. */
  | 'ASKED'
  | 'CONFIRMATION_ASKED'
  /** The payer chose with whom to pay; the source is the option, and the outcome what came of beginning it there. */
  | 'CHOSEN'
  /** The provider was told to ask the payer, in an app or the like. */
  | 'PAYER_ASKED'
  /** What the payer agreed to cannot be done: the payer goes back to the provider to choose another way to pay. */
  | 'SENT_BACK'
  | 'WITHDRAWN'
  /** Amount mismatch: the provider has another amount, currency or order for the payment. */
  | 'OTHER_MONEY'
  | 'LATE_SUCCESS'
  | 'LATE_DECISION'
  | 'LATE_REFUND';

export type Actor = 'GATEWAY' | 'MERCHANT' | 'OPERATOR' | 'PAYER' | 'PROVIDER';

/** Who did what, when, from where, with which outcome. */
export interface BrowserEvent {
  readonly kind: EventKind;
  readonly actor: Actor;
  /** At most 40 characters; empty where there is nothing to record. */
  readonly outcome: string;
  /** A network address, or the reason for a status query. */
  readonly source: string;
  readonly at: number;
}

/** An event that is repeated with the same outcome is stored once. */
export interface StoredEvent extends BrowserEvent {
  /** `at` is the first time. */
  readonly lastAt: number;
  readonly times: number;
}

/** A browser payment with its events, in the order in which they began. */
export interface PaymentTimeline {
  readonly payment: BrowserPayment;
  readonly events: readonly StoredEvent[];
}

/** The payment, its transaction, its order, and its events. */
export interface FoundPayment extends PaymentTimeline, Omit<FollowUp, 'queries'> {}

/** A status query for a payment that was due. */
export interface StatusQuery {
  /** How often the status was queried before. */
  readonly earlierQueries: number;
  /** When the query began. */
  readonly at: number;
}
