/** What the bare loop stores of a payment, and where. */
export interface Payment {
  readonly orderId: string;
  readonly amount: string;
  readonly sealedCard: Uint8Array;
  readonly notificationUrl: string;
}

/** Both resolve when what they wrote is durable. */
export interface PaymentStore {
  /** Before the money moves. @returns the payment's key @throws Error when the order exists */
  begin(payment: Payment): Promise<number>;
  /** After it. */
  finish(key: number, payment: Payment): Promise<void>;
}
