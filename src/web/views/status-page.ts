/** A payment's status page. */
import type { Amount } from './amount.ts';
import type { PageBase, ReturnLink } from './page-base.ts';
import type { PaymentMethod } from './payment-method.ts';
import type { MoneyStep } from './payment-money.ts';
import type { PaymentOutcome } from './payment-outcome.ts';
import type { AwaitedAnswer } from './unpayable-page.ts';

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
  /** For an order that is paid in parts: each method with its amount. */
  readonly parts?: readonly { readonly method: PaymentMethod; readonly amount: Amount }[];
  readonly outcome: PaymentOutcome;
  /**
   * The steps in order: four for a provider's payment; for a card the first and the last one, with the bank's
   * confirmation between them if the payer was challenged; then the steps of a late capture. Each has its ISO 8601
   * instant once it has happened.
   */
  readonly steps: readonly { readonly step: TimelineStep; readonly at?: string }[];
  /** The shop's follow-ups of a payment that was made, in the order in which they started. */
  readonly followUps?: readonly MoneyStep[];
  /** Present if the answer is long overdue. */
  readonly asking?: AwaitedAnswer;
  /** Path of the page for continuing on another device. */
  readonly deviceHref: string;
  /** While the payment is open: link to the provider, or to the bank's challenge. */
  readonly continueUrl?: string;
  /**
   * Present while the page may still change: its script listens to the events at this address; without script it
   * reloads.
   */
  readonly eventsUrl?: string;
  /** The shop's site. */
  readonly returnLink?: ReturnLink;
  /** POST target while no money was taken: cancels the payment at the provider. */
  readonly cancelAction?: string;
  /** Whether a cancellation has just failed because the provider was unreachable. */
  readonly isUncancelled?: boolean;
}

/** The last two only for a late capture: reported by the provider, and refunded. */
export type TimelineStep = 'initiated' | 'confirmed' | 'redirected' | 'returned' | 'completed' | 'late' | 'refunded';
