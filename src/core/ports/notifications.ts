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
  /** The complete body, which is the same in all attempts. */
  body(subject: NotificationSubject): Promise<string>;
  /**
   * Reserves a sending slot for a notification without a predecessor in its order, so that it is sent as soon as it is
   * durable. The caller then calls `stored` or `dropped`.
   *
   * @returns the time of the next attempt, in case this one fails; undefined if no slot is free
   */
  reserve(receiver: string): number | undefined;
  /** The notification is durable and can be sent. */
  stored(notification: StoredNotification): void;
  /** The notification is not durable, or its durability is unknown. */
  dropped(notification: NewNotification): void;
  /** Another notification can be sent to this receiver. */
  dispatch(receiver: string): void;
}

export interface StoredNotification extends NewNotification {
  readonly orderKey: number;
  readonly merchantKey: number;
}
