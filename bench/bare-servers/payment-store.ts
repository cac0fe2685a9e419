/** The stored fields of a payment in the bare servers, and their store. */
export interface Payment {
  readonly orderId: string;
  readonly amount: string;
  readonly sealedCard: Uint8Array;
  /** Identifies the request, so that a repeat can be told from another request; empty in the bare loop. */
  readonly fingerprint: Uint8Array;
  readonly notificationUrl: string;
}

/** Both methods resolve when their writes are durable. */
export interface PaymentStore {
  /** Stores a payment before the money moves. @returns the payment's key @throws Error when the order exists */
  begin(payment: Payment): Promise<number>;
  /** Stores the result after the money has moved. @param code the acquirer's response */
  finish(key: number, payment: Payment, code: string): Promise<void>;
}
