/** The page between a provider and the shop, before the result is known. */
import type { Amount } from './amount.ts';
import type { PageBase, Poll } from './page-base.ts';

/** The payer has returned, and the result is awaited for a few seconds. */
export interface WaitingPage extends PageBase {
  readonly kind: 'awaitingResult';
  readonly provider: string;
  readonly amount: Amount;
  readonly poll: Poll;
  /** Whether the payment is of the hosted page, where the payer can try again if it fails. */
  readonly isHosted: boolean;
}
