/** The port of notifications to merchants. */
import type { BrowserEvent } from './browser-payment-records.ts';
import type { NewNotification } from './order-commits.ts';
import type { StoredTransaction } from './order-records.ts';

/** One transaction outcome to notify the merchant of. */
export interface NotificationSubject {
  readonly merchantId: string;
  readonly orderId: string;
  /** The transaction, with its outcome. */
  readonly transaction: StoredTransaction;
  readonly version: number;
  /** 1 for the order's first notification, without gaps. */
  readonly sequence: number;
  /** For a browser payment: the events stored with the outcome. */
  readonly events: readonly BrowserEvent[];
}

export interface NotificationDependencies {
  /** Makes the complete body, which is the same in all attempts. */
  body(subject: NotificationSubject): Promise<string>;
  /**
   * Reserves a sending slot for the first notification of an order, which can be sent as soon as it is durable. The
   * caller then calls `stored` or `dropped`.
   *
   * @returns the time of the next attempt, in case the immediate one fails; undefined if no slot is free
   */
  reserve(receiver: string): number | undefined;
  /** Reports that the notification is durable and can be sent. */
  stored(notification: StoredNotification): void;
  /** Reports that the notification is not durable, or that its durability is unknown. */
  dropped(notification: NewNotification): void;
  /** Reports that another notification can be sent to this receiver. */
  dispatch(receiver: string): void;
  /** Reports that the payer was redirected to the shop: the order's held notifications need not wait much longer. */
  payerReturned(orderKey: number): void;
}

export interface StoredNotification extends NewNotification {
  readonly orderKey: number;
  readonly merchantKey: number;
}
