/** The port that lists alerts: states that an operator must check. */

export type AlertKind =
  | 'ABANDONED'
  | 'ADVICE_UNANSWERED'
  | 'AUTHENTICATION_UNENDED'
  | 'LATE_PAYMENT'
  | 'ORDER_LOCKED'
  | 'REFUND_WAITING'
  | 'RESULT_MISSING'
  | 'RESULT_OPEN'
  | 'REVERSAL_UNACKNOWLEDGED';

export interface Alert {
  readonly kind: AlertKind;
  /** The row key of the transaction, reversal or authentication. */
  readonly key: number;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  /** The name of the acquirer. Absent for the default acquirer or a provider. */
  readonly acquirer?: string;
  /**
   * The acquirer's reference of the transaction, `transaction.receipt` of responses. For an authentication, its id at
   * the directory server.
   */
  readonly receipt: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** The number of times that the message was sent or its status was queried. */
  readonly tries: number;
}

export interface AlertSource {
  /**
   * @param now milliseconds since 1970
   * @param limit the maximum number of alerts of each kind; the oldest come first
   */
  list(now: number, limit: number): Promise<Alert[]>;
}
