/** Records of notifications during and after their delivery, and the ports to the store. */
import { MINUTE_MS } from '../../contract/durations.ts';

/**
 * WAITING: for earlier notifications of its order, its due time or its response. GIVEN_UP: after the last attempt.
 * SWITCHED_OFF: its endpoint responded with 410 Gone.
 */
export type NotificationState = 'DELIVERED' | 'GIVEN_UP' | 'SWITCHED_OFF' | 'WAITING';

/**
 * The first notification in its order's queue, claimed for sending. Its next due time is already set as if this attempt
 * had failed.
 */
export interface ClaimedNotification {
  readonly key: number;
  readonly orderKey: number;
  readonly merchantKey: number;
  readonly url: string;
  /** JSON. */
  readonly body: string;
  /** Number of attempts, including this one. */
  readonly tries: number;
  /** When a resend was last requested; null if it was not. */
  readonly resentAt: number | null;
  /** Version of the order's queue, which changes when a notification is added. */
  readonly changes: number;
}

/** One attempt, stored so that failures can be explained. */
export interface NotificationTry {
  readonly number: number;
  /** When it started: milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  /** Null without a response. */
  readonly status: number | null;
  /** The reason in words; null if the attempt succeeded. */
  readonly failure: string | null;
  /** The first kilobyte of the response body, as text. */
  readonly answer: string;
}

export type NotificationEnd = Exclude<NotificationState, 'WAITING'>;

/** A notification for operators and merchants to read. */
export interface NotificationView {
  readonly key: number;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  readonly sequence: number;
  readonly url: string;
  readonly state: NotificationState;
  readonly createdAt: number;
  readonly deliveredAt: number | null;
  /** Time of the next attempt; null if no attempt is due, or if another notification of the order comes first. */
  readonly dueAt: number | null;
}

export interface DueReceiver {
  readonly receiver: string;
  readonly dueAt: number;
}

export interface SigningKey {
  readonly generation: number;
  readonly sealed: Uint8Array;
  readonly createdAt: number;
  /** When it stops signing; null if that is not set. */
  readonly retiredAt: number | null;
}

/** Maximum number of attempts in a row. */
export const TRIES_MAX = 10;

export interface Outbox {
  /** Every receiver with undelivered notifications, with the earliest due time of each. */
  receivers(): Promise<DueReceiver[]>;
  /**
   * Claims due notifications of one receiver, the longest due first, for this process only.
   *
   * @param pauses milliseconds until the next attempt if the one that starts now fails: `TRIES_MAX` of them, indexed by
   *   the number of earlier attempts
   */
  claim(receiver: string, now: number, limit: number, pauses: readonly number[]): Promise<ClaimedNotification[]>;
  recordFailure(claimed: ClaimedNotification, tried: NotificationTry, dueAt: number): Promise<void>;
  /**
   * @returns the receiver of the order's next notification, if there is one; undefined as well if another process has
   *   claimed the order meanwhile
   */
  recordEnd(
    claimed: ClaimedNotification,
    end: NotificationEnd,
    at: number,
    tried?: NotificationTry,
  ): Promise<string | undefined>;
  /** A merchant's disabled endpoints, and when each was disabled. */
  switchedOff(merchantKey: number): Promise<ReadonlyMap<string, number>>;
  switchOff(merchantKey: number, url: string, at: number): Promise<void>;
  switchOn(merchantKey: number, url: string): Promise<void>;
  /** The newest first. */
  signingKeys(merchantKey: number): Promise<SigningKey[]>;
  /** @returns false if another process was faster */
  addSigningKey(merchantKey: number, key: Omit<SigningKey, 'retiredAt'>): Promise<boolean>;
}

/** For operators and merchants: the stored notifications, and the results of their attempts. */
export interface NotificationReadModel {
  /** In sequence. */
  ofOrder(orderKey: number): Promise<NotificationView[]>;
  tries(key: number): Promise<NotificationTry[]>;
  /**
   * Resends a notification with a new schedule: at once, but at least a minute after its last attempt, and after
   * earlier undelivered ones of its order, which are then also tried at once.
   *
   * @returns the receiver of the queue that it is in; undefined if there is no such notification
   */
  resend(key: number, now: number): Promise<string | undefined>;
}

/** Minimum pause between two attempts of a notification. Some shops refuse the same body for that long. */
export const PAUSE_MS_MIN = MINUTE_MS;

/** The id that merchants and operators see: `webhook-id` and `X-Notification-Id`. */
export function notificationId(key: number): string {
  return `ntf_${key}`;
}

/** @returns undefined if the id is invalid */
export function notificationKey(id: string): number | undefined {
  const [, digits] = /^ntf_(\d{1,15})$/.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Identifies an endpoint without its query, which may differ between orders: an endpoint is disabled as a whole. */
export function endpointOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}
