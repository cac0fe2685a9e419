/** The page between a provider and the shop, once the result is known. */
import type { Amount } from './amount.ts';
import type { PageBase, ReturnLink } from './page-base.ts';
import type { PaymentOutcome } from './payment-outcome.ts';

/** Redirects from a provider to the return URL, with any result. */
export interface ReturningPage extends PageBase {
  readonly kind: 'returning';
  readonly provider: string;
  readonly amount: Amount;
  readonly outcome: PaymentOutcome;
  readonly returnLink: ReturnLink;
  /** The payer's status page, for later. */
  readonly statusHref: string;
}
