/** The queues of rows that become due at a time, or by a decision of an operator. */
export type DueQueue =
  /** Transactions of dead processes. */
  | { readonly kind: 'ABANDONED' }
  | { readonly kind: 'AUTHENTICATION' }
  | { readonly kind: 'CHECKOUT_EVENT' }
  /** `processor` names an acquirer, as `acquirerProcessor` does, or a provider. */
  | { readonly kind: 'FOLLOW_UP'; readonly processor: string }
  /** Orders whose entry in the index is older than they are. */
  | { readonly kind: 'ORDER_CHANGE' }
  | { readonly kind: 'RECEIPT_MAIL' }
  | { readonly kind: 'REFUND_DECISION' }
  | { readonly kind: 'RESERVATION_MAIL' }
  | { readonly kind: 'REVERSAL'; readonly acquirer: string }
  | { readonly kind: 'RISK_DECISION' }
  | { readonly kind: 'STAFF_MAIL' };

export interface DueQueues {
  /**
   * Reads several queues at once, which costs the store little more than one.
   *
   * @returns those of the given queues that have a row which is due. Another process may have claimed it.
   */
  due(queues: readonly DueQueue[], now: number): Promise<ReadonlySet<DueQueue>>;
}
