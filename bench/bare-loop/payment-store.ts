/** The stored fields of a payment in the bare loop, and its store. */
export interface Payment {
  readonly orderId: string;
  readonly amount: string;
  readonly sealedCard: Uint8Array;
  readonly notificationUrl: string;
}

/** Both methods resolve when their writes are durable. */
export interface PaymentStore {
  /** Stores a payment before the money moves. @returns the payment's key @throws Error when the order exists */
  begin(payment: Payment): Promise<number>;
  /** Stores the result after the money has moved. */
  finish(key: number, payment: Payment): Promise<void>;
}
