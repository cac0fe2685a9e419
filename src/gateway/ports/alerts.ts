/** The port that finds what the operator must check. */

export type AlertKind =
  | 'ABANDONED'
  | 'ADVICE_UNANSWERED'
  | 'LATE_PAYMENT'
  | 'ORDER_LOCKED'
  | 'REFUND_WAITING'
  | 'RESULT_OPEN'
  | 'REVERSAL_UNACKNOWLEDGED';

export interface Alert {
  readonly kind: AlertKind;
  /** Row key of the transaction, or of the reversal. */
  readonly key: number;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  /** The acquirer's reference of the transaction: `transaction.receipt` of answers. */
  readonly receipt: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** How often it was sent or queried. */
  readonly tries: number;
}

export interface AlertSource {
  /**
   * @param now milliseconds since 1970
   * @param limit of each kind; those that have waited longest come first
   */
  list(now: number, limit: number): Promise<Alert[]>;
}
