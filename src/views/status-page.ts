/** A payment's status page. */
import type { Amount } from './amount.ts';
import type { Asking } from './ended-page.ts';
import type { PageBase, WayBack } from './page-base.ts';
import type { PaymentMethod } from './pay-page.ts';
import type { MoneyStep } from './payment-money.ts';
import type { PaymentOutcome } from './payment-outcome.ts';

/**
 * The payer's status page. Anyone with its link can open it, so it shows no card, no name, and no link into the shop's
 * order.
 */
export interface StatusPage extends PageBase {
  readonly kind: 'status';
  /** The provider's name; absent for a card or gift card. */
  readonly provider?: string;
  readonly method?: PaymentMethod;
  readonly amount: Amount;
  /** Of an order that is paid in parts: each way with its amount. */
  readonly parts?: readonly { readonly method: PaymentMethod; readonly amount: Amount }[];
  readonly outcome: PaymentOutcome;
  /**
   * The four steps in this order, of a card the first and last, with the bank's confirmation between them where it was
   * asked for, and those of money that came too late; each with its ISO 8601 instant once it has happened.
   */
  readonly steps: readonly { readonly step: TimelineStep; readonly at?: string }[];
  /** The shop's follow-ups of a payment that was made, in the order in which they began. */
  readonly followUps?: readonly MoneyStep[];
  /** Where the answer is awaited, and for long. */
  readonly asking?: Asking;
  /** Path of the page that shows how to go on with another device. */
  readonly deviceHref: string;
  /** While the payment is open: link to the provider, or to the bank's question. */
  readonly continueUrl?: string;
  /**
   * Present while the page may still change: it updates itself by the events at this address, or by refresh without a
   * script.
   */
  readonly eventsUrl?: string;
  /** The shop's site. */
  readonly wayBack?: WayBack;
  /** POST target while nothing was taken: cancels the payment at the provider. */
  readonly cancelAction?: string;
  /** The provider was unreachable just now, so the payment was not cancelled. */
  readonly isUncancelled?: boolean;
}

/** The last two only of a late capture: the provider reported it, and has given it back. */
export type TimelineStep = 'initiated' | 'confirmed' | 'redirected' | 'returned' | 'completed' | 'late' | 'refunded';
