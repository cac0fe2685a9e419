/** The page of a checkout that cannot be paid now. */
import type { OrderSummary } from './order-summary.ts';
import type { PageBase, Poll, ReturnLink } from './page-base.ts';
import type { PayNotice } from './pay-notice.ts';
import type { PayPage } from './pay-page.ts';

export interface UnpayablePage extends PageBase {
  /**
   * `exhausted`: no attempt left. `cancelled`: by the payer, whom the page returns to the shop. `closed`: the merchant
   * is disabled. `expired`: the session has expired. `incomplete`: the shop has not set the amount. `pending`: the
   * acquirer or the provider has not answered yet; the payer need not pay again. `unknown`: likewise, but the outcome
   * is in doubt. `underWay`: the request has been on its way for a moment. `held`: another payer's gift card is held
   * for the order, and only that payer may pay the rest. `outdated`: the link was for another amount, or for a card
   * that is no longer stored. `paidOtherwise`: the order is paid, but not as this checkout asks. `waiting`: the form
   * was sent and waits for some seconds, or for the script's proof of work.
   */
  readonly kind:
    | 'exhausted'
    | 'cancelled'
    | 'closed'
    | 'expired'
    | 'held'
    | 'incomplete'
    | 'outdated'
    | 'paidOtherwise'
    | 'pending'
    | 'underWay'
    | 'unknown'
    | 'waiting';
  readonly operation: PayPage['operation'];
  readonly summary?: OrderSummary;
  /** For `exhausted`: the result of the last attempt. */
  readonly reason?: Extract<PayNotice, { kind: 'declined' | 'provider' | 'unconfirmed' }>;
  /** For `pending`: the name of the provider that has to answer; absent while the payer's bank has to. */
  readonly provider?: string;
  /** For `pending`: whether the payer's bank has accepted the transfer, which is not settled. */
  readonly isAccepted?: boolean;
  /** For `pending` and `unknown`, after some time: since when the answer is awaited, and the reference to quote. */
  readonly asking?: AwaitedAnswer;
  /** For `pending` and `unknown`: the payer's status page. */
  readonly status?: StatusReference;
  readonly returnLink?: ReturnLink;
  /** Set if the payer came by a payment link, so that there is no page of the shop from which to start again. */
  readonly isLink?: true;
  /** For `expired`: POST target of the button that renews the session, where the order can still be paid. */
  readonly renewAction?: string;
  /** For `held`: POST target and CSRF token of the button that releases the held gift card for this payer. */
  readonly release?: { readonly action: string; readonly csrf: string };
  /** Present if no event reports the result, so that the page must poll. */
  readonly poll?: Poll;
  /** For `waiting`: the challenge for the page's script (JSON), and the POST target of its solution. */
  readonly proof?: { readonly action: string; readonly challenge: string };
}

/** An answer that is awaited for longer than a payer should have to wait. */
export interface AwaitedAnswer {
  /** ISO 8601 instant. */
  readonly since: string;
  /** The receipt number, for the shop to find the payment. */
  readonly number: string;
  /** Set if the gateway has stopped querying: the shop must find out. */
  readonly isOver?: true;
}

/** The status page of the payment that awaits its result. */
export interface StatusReference {
  readonly href: string;
  /** Absent if the page polls or redirects. */
  readonly watch?: {
    /** Address of the events that report the result. */
    readonly eventsUrl: string;
    /** The page to show after the result. */
    readonly next: string;
  };
}
