/** The stored fields of a payment in the bare loop, and its store. */
export interface Payment {
  readonly orderId: string;
  readonly amount: string;
  readonly sealedCard: Uint8Array;
  readonly notificationUrl: string;
}

/** Both resolve when their writes are durable. */
export interface PaymentStore {
  /** Before the money moves. @returns the payment's key @throws Error when the order exists */
  begin(payment: Payment): Promise<number>;
  /** After the money has moved. */
  finish(key: number, payment: Payment): Promise<void>;
}
