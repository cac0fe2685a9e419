/** The data of an order's page in the console. */
import type { Amount } from '../amount.ts';
import type { PaymentMoney } from '../payment-money.ts';
import type { KeptCard } from '../saved-cards-page.ts';
import type { StatusPage } from '../status-page.ts';
import type { DisputeEntry } from './disputes-page.ts';
import type { ConsoleShell } from './shell.ts';
import type { TimelineEntry } from './timeline.ts';
import type { WaitingEntry } from './waiting-page.ts';

/** A transaction of an order, as the interface names it: `AUTHORIZATION`. */
export interface OrderTransactionEntry {
  readonly id: string;
  readonly type: string;
  readonly amount: Amount;
  readonly result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN';
  /** The gateway code in words, with advice. Absent for a success. */
  readonly reason?: { readonly meaning: string; readonly mend: string } | undefined;
  readonly code?: string | undefined;
  /** The acquirer's own words. */
  readonly acquirerMessage?: string | undefined;
  /** The person who set it off, as the merchant's server or the console named it. */
  readonly userId?: string | undefined;
  /** The card's brand, or the provider. */
  readonly instrument: string;
  /** The masked number of a card. */
  readonly number?: string | undefined;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** An act that order and role allow. */
export interface OrderAct {
  readonly kind: 'capture' | 'refund' | 'void';
  readonly href: string;
  /** The most that can be captured or refunded; for a void, all of it. */
  readonly amount: Amount;
  /** The amount in captures or refunds whose results are not known; absent if there are none. */
  readonly open?: Amount | undefined;
  /** The id of the transaction that a void cancels. */
  readonly target?: string | undefined;
  /** The type of that transaction. */
  readonly targetType?: string | undefined;
  /** The amount that was typed into a form that was refused. */
  readonly typed?: string | undefined;
}

/**
 * AMOUNT: no amount of the currency was typed. GONE: the order no longer allows the act. LEFT: less is left. SENT: the
 * form was sent before, with another amount. OTHER: a sentence of the interface.
 */
export type ActProblem =
  | { readonly kind: 'AMOUNT' | 'GONE' | 'SENT' }
  | { readonly kind: 'LEFT'; readonly left: Amount }
  | { readonly kind: 'OTHER'; readonly explanation: string };

/** The result of a form on the page that makes no transaction. */
export type OrderNoticeName =
  | 'APPROVED'
  | 'CARD_DELETED'
  | 'CARD_GONE'
  | 'CHECKOUT_AT_PROVIDER'
  | 'CHECKOUT_ENDED'
  | 'CHECKOUT_GONE'
  | 'CHECKOUT_UNDER_WAY'
  | 'DECISION_FAILED'
  | 'DECISION_GONE'
  | 'DECISION_OWN'
  | 'FAILED'
  | 'RECEIPT_GONE'
  | 'RECEIPT_OFTEN'
  | 'RECEIPT_QUEUED'
  | 'RECEIPT_SOON'
  | 'REJECTED';

/** The result of an act: the transaction that it made, or the reason why it made none. */
export type ActNotice =
  | { readonly kind: 'NAMED'; readonly name: OrderNoticeName }
  | { readonly kind: 'DONE'; readonly transaction: OrderTransactionEntry }
  | { readonly kind: 'LOCKED' | 'UNKNOWN' }
  | { readonly kind: 'REFUSED'; readonly act: OrderAct['kind']; readonly problem: ActProblem };

/** A checkout that the payer can still pay with. */
export interface OpenCheckoutEntry {
  readonly endHref: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  readonly until: string;
  /** The provider at which a payment waits for the payer. */
  readonly provider?: string | undefined;
}

/** The payer's part of the page, with the acts that the person's role allows. */
export interface PayerOnOrder {
  /** The words that the payer reads about the payment; absent if it was made on no page of ours. */
  readonly view?: Pick<StatusPage, 'amount' | 'locale' | 'method' | 'outcome' | 'provider' | 'shop'> | undefined;
  /** The code that the payer's pages show. */
  readonly supportCode: string;
  /** The receipt that may be sent again. */
  readonly receipt?: { readonly to: string; readonly href: string } | undefined;
  readonly checkouts: readonly OpenCheckoutEntry[];
  readonly savedCards: readonly (KeptCard & { readonly deleteHref: string })[];
}

export interface OrderPage {
  readonly shell: ConsoleShell;
  readonly orderId: string;
  readonly status: string;
  readonly shop: { readonly name: string };
  /** Absent if no payment has succeeded. */
  readonly money?: PaymentMoney | undefined;
  readonly provider?: string | undefined;
  readonly amount: Amount;
  readonly totals: { readonly authorized: Amount; readonly captured: Amount; readonly refunded: Amount };
  readonly createdAt: string;
  readonly description?: string | undefined;
  readonly reference?: string | undefined;
  readonly customerEmail?: string | undefined;
  readonly transactions: readonly OrderTransactionEntry[];
  readonly timeline: readonly TimelineEntry[];
  readonly payer: PayerOnOrder;
  /** The oldest first. */
  readonly disputes: readonly DisputeEntry[];
  readonly timeZone: string;
  /** The transactions on which the person may decide. */
  readonly waiting: readonly WaitingEntry[];
  readonly acts: readonly OrderAct[];
  /** The id of the transaction that the next act makes, so that a form that is sent twice makes one. */
  readonly transactionId: string;
  readonly notice?: ActNotice | undefined;
}
