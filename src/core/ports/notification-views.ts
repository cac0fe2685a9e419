/** The port to stored notifications and the results of their attempts, for operators and merchants. */
import type { CheckoutEventKind } from './checkout-events.ts';

/**
 * WAITING: waits for earlier notifications of its order, for its due time or for a response. GIVEN_UP: the last attempt
 * failed. SWITCHED_OFF: the endpoint responded with 410 Gone.
 */
export type NotificationState = 'DELIVERED' | 'GIVEN_UP' | 'SWITCHED_OFF' | 'WAITING';

/** One delivery attempt, stored so that failures can be explained. */
export interface NotificationTry {
  readonly number: number;
  /** When the attempt started: milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  /** The reason in words; null if the attempt succeeded. */
  readonly failure: string | null;
  /** The first kilobyte of the response body, as text. */
  readonly answer: string;
}

/** A notification for operators and merchants to read. */
export interface NotificationView {
  readonly key: number;
  readonly merchantId: string;
  readonly orderId: string;
  /** Undefined for the event of a checkout. */
  readonly transactionId: string | undefined;
  readonly event: CheckoutEventKind | undefined;
  readonly sequence: number;
  readonly url: string;
  readonly state: NotificationState;
  readonly createdAt: number;
  readonly deliveredAt: number | null;
  /** Time of the next attempt; null if no attempt is due, or if another notification of the order comes first. */
  readonly dueAt: number | null;
}

export interface NotificationReadModel {
  /** Returns the order's notifications by `sequence`. */
  ofOrder(orderKey: number): Promise<NotificationView[]>;
  tries(key: number): Promise<NotificationTry[]>;
  /**
   * Resends a notification with a new schedule: at once, but at least a minute after its last attempt. Earlier
   * undelivered notifications of its order are sent first, also at once.
   *
   * @returns the receiver whose queue has the notification; undefined if there is no such notification
   */
  resend(key: number, now: number): Promise<string | undefined>;
}

/** The id that merchants and operators see: `webhook-id` and `X-Notification-Id`. */
export function notificationId(key: number): string {
  return `ntf_${key}`;
}

/** @returns undefined if the id is invalid */
export function notificationKey(id: string): number | undefined {
  const [, digits] = /^ntf_(\d{1,16})$/.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
