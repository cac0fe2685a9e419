/**
 * The stored record of a browser payment, in addition to its transaction: its references, the return URL, and a
 * timeline of all events. The order shows whether money moved, as for any payment.
 */
import type { FollowUp } from './order-records.ts';
import type { ShownCode } from './providers.ts';

/** A new browser payment, stored with the intent before the provider is called. */
export interface NewBrowserPayment {
  readonly provider: string;
  /** Permanently identifies the payment at the provider: 16 random characters of base62. */
  readonly reference: string;
  /**
   * Identifies the payment in the URLs of the payer's pages: 24 random characters of base62. Anyone with the handle can
   * see the payer's status page.
   */
  readonly handle: string;
  /** The return URL: the merchant's `returnUrl`, or a path of this gateway for the hosted page. */
  readonly returnUrl: string;
  /** The shop's name on the checkout; null: the name in the merchant profile. */
  readonly shopName: string | null;
}

export interface BrowserPayment extends NewBrowserPayment {
  readonly transactionKey: number;
  /** The provider's page for the payer; null until the provider has created the payment. */
  readonly pageUrl: string | null;
  /**
   * The provider's own number for the payment; null until the provider has created the payment, which may be after the
   * payer has chosen an option.
   */
  readonly providerReference: string | null;
  /** The code by which the payer pays; null if the provider gave no code. */
  readonly code: ShownCode | null;
  /**
   * The state of a late capture, which means that the provider captured money after the payment had ended without
   * success. Null without a late capture.
   */
  readonly late: LateCapture | null;
  readonly createdAt: number;
}

/**
 * REFUNDING: the refund is sent to the provider until it succeeds. REPORTED: the operator decides. CLOSED: the operator
 * resolved it elsewhere.
 */
export type LateCapture = 'CLOSED' | 'REFUNDED' | 'REFUNDING' | 'REPORTED';

/** The events of a browser payment. `browserPayment.interaction` is made from the first four. */
export type EventKind =
  | 'INITIATED'
  | 'REDIRECTED'
  | 'RETURNED'
  | 'COMPLETED'
  /** The provider did not accept the payment: it refused, did not answer or could not be reached. */
  | 'NOT_INITIATED'
  /** The provider redirected the payer's browser to the gateway. */
  | 'CAME_BACK'
  /** The provider's server sent a callback. Its content is not trusted: it only triggers a status query. */
  | 'CALLED_BACK'
  /** The gateway queried the provider for the payment's status. */
  | 'ASKED'
  | 'CONFIRMATION_ASKED'
  /**
   * The payer chose an option. The source is the option, and the outcome is the result of starting the payment with it.
   */
  | 'CHOSEN'
  /** The gateway asked the provider to contact the payer, for example in an app. */
  | 'PAYER_ASKED'
  /**
   * The provider cannot execute the payment as agreed. The payer returns to the provider to choose another way to pay.
   */
  | 'SENT_BACK'
  | 'WITHDRAWN'
  /** Amount mismatch: the provider has another amount, currency or order for the payment. */
  | 'OTHER_MONEY'
  | 'LATE_SUCCESS'
  | 'LATE_DECISION'
  | 'LATE_REFUND';

export type Actor = 'GATEWAY' | 'MERCHANT' | 'OPERATOR' | 'PAYER' | 'PROVIDER';

/** One event: its time, actor, source and outcome. */
export interface BrowserEvent {
  readonly kind: EventKind;
  readonly actor: Actor;
  /** At most 40 characters; empty if there is no outcome. */
  readonly outcome: string;
  /** An IP address, or the reason for a status query. */
  readonly source: string;
  readonly at: number;
}

/** A stored event. An event that repeats with the same outcome is stored once. */
export interface StoredEvent extends BrowserEvent {
  /** The time of the last occurrence; `at` is the time of the first. */
  readonly lastAt: number;
  readonly times: number;
}

/** A browser payment with its events, in order of their first time. */
export interface PaymentTimeline {
  readonly payment: BrowserPayment;
  readonly events: readonly StoredEvent[];
}

/** The payment with its transaction, order and events. */
export interface FoundPayment extends PaymentTimeline, Omit<FollowUp, 'queries'> {}

/** A status query that was due. */
export interface StatusQuery {
  /** The number of earlier status queries. */
  readonly earlierQueries: number;
  /** The start time of the query. */
  readonly at: number;
}
