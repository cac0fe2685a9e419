/** The data of the page of a checkout that can be paid, and of the entries that lead there. */
import type { Amount } from '../amount.ts';
import type { ConsoleShell } from './shell.ts';

/** An open checkout among the results of a search. */
export interface FoundCheckoutEntry {
  readonly href: string;
  /** Absent where the checkout verifies a card. */
  readonly amount?: Amount | undefined;
  /** ISO 8601, UTC. */
  readonly until: string;
}

/** FAILED: the result of the end is not known. GONE: the checkout was over before. */
export type CheckoutNotice = 'FAILED' | 'GONE';

export interface CheckoutHelpPage extends Omit<FoundCheckoutEntry, 'href'> {
  readonly shell: ConsoleShell;
  readonly orderId: string;
  /** The page of the order, once somebody has tried to pay. */
  readonly orderHref?: string | undefined;
  readonly description?: string | undefined;
  readonly reference?: string | undefined;
  readonly customerEmail?: string | undefined;
  readonly mode: 'PAYMENT_LINK' | 'WEBSITE';
  /** The address at the shop to which the payer returns, without its query. */
  readonly returnsTo?: string | undefined;
  readonly since: string;
  readonly isOpen: boolean;
  /** The form that ends it; absent if it is over, or the role does not allow it. */
  readonly endHref?: string | undefined;
  /** The list of orders. */
  readonly backHref: string;
  readonly notice?: CheckoutNotice | undefined;
}
