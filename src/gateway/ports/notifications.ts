/** The port of notifications to merchants. */
import type { BrowserEvent } from './browser-payment-records.ts';
import type { NewNotification, StoredTransaction } from './order-records.ts';

/** One outcome that is to be notified. */
export interface NotificationSubject {
  readonly merchantId: string;
  readonly orderId: string;
  /** With its outcome. */
  readonly transaction: StoredTransaction;
  readonly version: number;
  /** 1 for the order's first notification, without gaps. */
  readonly sequence: number;
  /** Of a browser payment: the events that are stored with the outcome. */
  readonly events: readonly BrowserEvent[];
}

export interface NotificationDependencies {
  /** The whole body: it stays the same, however often it is sent. */
  body(subject: NotificationSubject): Promise<string>;
  /**
   * Reserves a place for one that no other of its order precedes, so that it is sent as soon as it is durable. The
   * caller then calls `stored` or `dropped`.
   *
   * @returns when it is due again, should that attempt fail; undefined where no place is free
   */
  reserve(receiver: string): number | undefined;
  /** It is durable: it can be sent. */
  stored(notification: StoredNotification): void;
  /** It is not durable, or that is unknown. */
  dropped(notification: NewNotification): void;
  /** Another notification can be sent to this receiver. */
  dispatch(receiver: string): void;
}

export interface StoredNotification extends NewNotification {
  readonly orderKey: number;
  readonly merchantKey: number;
}
