/** The error pages. */

/** These pages have no session, and so no shop. */
export interface ProblemPage {
  /**
   * `unknownReturn`: a return that is not from a payment of this gateway, or too old. `notFound`: no such checkout.
   * `busy`: try again soon. `error`: our fault; nothing was charged by this request. `refused`: the request did not
   * come from our own page.
   */
  readonly kind: 'notFound' | 'busy' | 'error' | 'refused' | 'unknownReturn';
  readonly locale: string;
  /** Finds the request in the log. */
  readonly supportCode?: string;
}
