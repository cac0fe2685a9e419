/** The error pages. */

/** These pages have no session, and so no shop. */
export interface ProblemPage {
  /**
   * `unknownReturn`: a return that is not from a payment of this gateway, or too old. `notFound`: no such checkout.
   * `busy`: try again soon. `restored`: the store is compared with ledgers after a restore. `error`: our fault; the
   * page makes no statement about money, because the request may have taken some. `refused`: the request did not come
   * from our own page.
   */
  readonly kind: 'notFound' | 'busy' | 'restored' | 'error' | 'refused' | 'unknownReturn';
  readonly locale: string;
  /** Finds the request in the log. */
  readonly supportCode?: string;
  /** A path of the gateway, where the payer sees the payment's outcome. Absent: the request is about no payment. */
  readonly payment?: string;
}
