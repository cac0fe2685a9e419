/** The error pages. */
import type { TestMode } from '../../contract/test-mode.ts';

/** An error page. It does not belong to a session, so it shows no shop. */
export interface ProblemPage {
  /**
   * `unknownReturn`: the return is not from a payment of this gateway, or too old. `notFound`: no such checkout.
   * `busy`: try again soon. `restored`: the store is being compared with ledgers after a restore. `error`: an internal
   * fault; the page makes no statement about money, because the request may have taken some. `refused`: the request did
   * not come from our own page.
   */
  readonly kind: 'notFound' | 'busy' | 'restored' | 'error' | 'refused' | 'unknownReturn';
  readonly locale: string;
  readonly testMode?: TestMode | undefined;
  /** The support code of the payment, or else the code that finds the request in the log. */
  readonly supportCode?: string;
  /** A path of the gateway that shows the payment's outcome. Absent: the request concerns no payment. */
  readonly payment?: string;
}
