/** The port that finds what the operator must check. */

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
  /** Row key of the transaction, of the reversal, or of the authentication. */
  readonly key: number;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  /** The name of the acquirer that it went to; absent: the default one, or a provider. */
  readonly acquirer?: string;
  /**
   * The acquirer's reference of the transaction: `transaction.receipt` of answers. Of an authentication, which no
   * acquirer knows, its id at the directory server.
   */
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
