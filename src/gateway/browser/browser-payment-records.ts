/**
 * What is kept of a browser payment beside its transaction: the names it goes by, where the payer goes at the end, and
 * the one table of everything that touched it. Whether money moved is not here: that is the order's, as of any payment.
 */
import type { FollowUp } from '../order-records.ts';

/** Written with the intent, before the provider hears of it. */
export interface NewBrowserPayment {
  readonly provider: string;
  /** Names the payment at the provider, for ever: 16 random characters of base62. */
  readonly reference: string;
  /** Names it in the payer's addresses: 24 random characters of base62. Who has it sees the payer's status page. */
  readonly handle: string;
  /** Where the payer goes at the end: the merchant's `returnUrl`, or a path of our own for the hosted page. */
  readonly returnUrl: string;
  /** What the payer knows the shop by, as the checkout gave it; null: the merchant profile's name. */
  readonly shopName: string | null;
}

export interface BrowserPayment extends NewBrowserPayment {
  readonly transactionKey: number;
  /** The provider's page for the payer; null until the provider has made the payment. */
  readonly pageUrl: string | null;
  /** What is done about money that the provider took after the payment had ended without it. */
  readonly late: LateCapture | null;
  readonly createdAt: number;
}

/**
 * REFUNDING: the provider is told until it has given it back. REPORTED: a person decides. CLOSED: a person dealt with
 * it elsewhere.
 */
export type LateCapture = 'CLOSED' | 'REFUNDED' | 'REFUNDING' | 'REPORTED';

/** Everything that can touch a browser payment. The first four are the payer's visit. */
export type EventKind =
  | 'INITIATED'
  | 'REDIRECTED'
  | 'RETURNED'
  | 'COMPLETED'
  /** The provider did not take the payment: refused, silent or away. */
  | 'NOT_INITIATED'
  /** The provider brought the payer's browser back. */
  | 'CAME_BACK'
  /** The provider's server told us something, believed only as a reason to ask. */
  | 'CALLED_BACK'
  /** We asked the provider's server. */
  | 'ASKED'
  | 'CONFIRMATION_ASKED'
  | 'WITHDRAWN'
  /** The provider has another amount, currency or order down for it. */
  | 'OTHER_MONEY'
  | 'LATE_SUCCESS'
  | 'LATE_DECISION'
  | 'LATE_REFUND';

export type Actor = 'GATEWAY' | 'MERCHANT' | 'OPERATOR' | 'PAYER' | 'PROVIDER';

/** Who did what, when, from where, and what came of it. */
export interface BrowserEvent {
  readonly kind: EventKind;
  readonly actor: Actor;
  /** At most 40 characters; empty where there is nothing to tell. */
  readonly outcome: string;
  /** An address on the network, or the reason that a question was asked for. */
  readonly source: string;
  readonly at: number;
}

/** The same thing with the same outcome, however often: told once. */
export interface StoredEvent extends BrowserEvent {
  /** `at` is of the first time. */
  readonly lastAt: number;
  readonly times: number;
}

/** A browser payment with all that happened to it, in the order in which it began. */
export interface PaymentTimeline {
  readonly payment: BrowserPayment;
  readonly events: readonly StoredEvent[];
}

/** The payment, its transaction, its order, and everything that happened. */
export interface FoundPayment extends PaymentTimeline, Omit<FollowUp, 'asked'> {}

/** A look at a payment that was due. */
export interface StatusQuery {
  /** How often it was asked about before. */
  readonly earlierQueries: number;
  /** When the look began. */
  readonly at: number;
}

/** Where browser payments rest. They are inserted by `Orders.begin`, and get their page by `Orders.finish`. */
export interface BrowserPayments {
  timeline(transactionKey: number): Promise<PaymentTimeline | undefined>;
  find(transactionKey: number): Promise<FoundPayment | undefined>;
  /** @param name which of the two unique names */
  findBy(name: 'handle' | 'reference', value: string): Promise<FoundPayment | undefined>;
  /**
   * Counts one more where the same thing with the same outcome was noted before.
   * @param askAt when to ask the provider, where that is to change
   */
  note(transactionKey: number, events: readonly BrowserEvent[], askAt?: number): Promise<void>;
  /** Notes what happens once. @returns false when it had happened before; nothing is written then */
  noteFirst(transactionKey: number, event: BrowserEvent, askAt?: number): Promise<boolean>;
  /** @returns false when it was not `before`; nothing is written then @param askAt null: never again */
  setLate(
    transactionKey: number,
    change: { readonly before: LateCapture | null; readonly after: LateCapture },
    events: readonly BrowserEvent[],
    askAt: number | null,
  ): Promise<boolean>;
  /** Transactions of one provider that are to be asked about, or told again. */
  due(provider: string, now: number, limit: number): Promise<FollowUp[]>;
  /**
   * One more question. Where something was heard while it was on its way, that decides when to ask next, and not this.
   *
   * @param dueAt of the next; null: never again
   */
  queried(
    transactionKey: number,
    look: StatusQuery,
    dueAt: number | null,
    events?: readonly BrowserEvent[],
  ): Promise<void>;
  /** Payments whose late money waits for a person, the oldest first. */
  reported(limit: number): Promise<FoundPayment[]>;
}
