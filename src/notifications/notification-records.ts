/** Records of notifications during and after their delivery, and the ports to the store. */

/**
 * WAITING: for its turn, its due time or its answer. GIVEN_UP: after the last attempt. SWITCHED_OFF: its endpoint
 * answered 410 Gone.
 */
export type NotificationState = 'DELIVERED' | 'GIVEN_UP' | 'SWITCHED_OFF' | 'WAITING';

/**
 * The first in its order's queue, claimed for sending: its next due time is already set as if this attempt had failed.
 */
export interface ClaimedNotification {
  readonly key: number;
  readonly orderKey: number;
  readonly merchantKey: number;
  readonly url: string;
  /** JSON. */
  readonly body: string;
  /** Including this one: 1 for the first. */
  readonly tries: number;
  /** When it was last requested again; null if it was not. */
  readonly resentAt: number | null;
  /** Version of the order's queue: it changes when a notification is added. */
  readonly changes: number;
}

/** One attempt, kept so that failures can be explained. */
export interface NotificationTry {
  readonly number: number;
  /** When it started: milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  /** Null without an answer. */
  readonly status: number | null;
  /** What failed, in words; null if nothing did. */
  readonly failure: string | null;
  /** The first kilobyte of the answer's body, as text. */
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
  /** When it is tried next; null when it is not, or another of its order comes first. */
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
  /** From then on it signs nothing. */
  readonly retiredAt: number | null;
}

/** Attempts in a row; after the last one it is given up. */
export const TRIES_MAX = 10;

export interface Outbox {
  /** Every receiver with undelivered notifications, with the earliest due time of each. */
  receivers(): Promise<DueReceiver[]>;
  /**
   * Claims those of one receiver that are due, the longest due first, for this process alone.
   *
   * @param pauses milliseconds until the next attempt, should the one that starts now fail: `TRIES_MAX` of them, by the
   *   number of earlier attempts
   */
  claim(receiver: string, now: number, limit: number, pauses: readonly number[]): Promise<ClaimedNotification[]>;
  failed(claimed: ClaimedNotification, tried: NotificationTry, dueAt: number): Promise<void>;
  /**
   * @returns the receiver of the order's next notification, if there is one; undefined as well if another process has
   *   claimed the order meanwhile
   */
  ended(
    claimed: ClaimedNotification,
    end: NotificationEnd,
    at: number,
    tried?: NotificationTry,
  ): Promise<string | undefined>;
  /** A merchant's disabled endpoints, and when each was disabled. */
  switchedOff(merchantKey: number): Promise<ReadonlyMap<string, number>>;
  switchOff(merchantKey: number, url: string, at: number): Promise<void>;
  switchOn(merchantKey: number, url: string): Promise<void>;
  /** Newest first. */
  signingKeys(merchantKey: number): Promise<SigningKey[]>;
  /** @returns false when another process was faster */
  addSigningKey(merchantKey: number, key: Omit<SigningKey, 'retiredAt'>): Promise<boolean>;
}

/** For operators and merchants: which notifications there are, and the results of their attempts. */
export interface NotificationReadModel {
  /** In the order's sequence. */
  ofOrder(orderKey: number): Promise<NotificationView[]>;
  tries(key: number): Promise<NotificationTry[]>;
  /**
   * Sends it again with a new schedule: at once, but not within a minute of its last attempt, nor before an earlier
   * undelivered one of its order, which is then tried at once too.
   *
   * @returns the receiver whose queue holds it; undefined when there is no such notification
   */
  resend(key: number, now: number): Promise<string | undefined>;
}

/** Minimum pause between two attempts of a notification: some shops refuse the same body for that long. */
export const PAUSE_MS_MIN = 60_000;

/** The id that merchants and operators see: `webhook-id` and `X-Notification-Id`. */
export function notificationId(key: number): string {
  return `ntf_${key}`;
}

/** @returns undefined if it is not such an id */
export function notificationKey(id: string): number | undefined {
  const [, digits] = /^ntf_(\d{1,15})$/.exec(id) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Identifies an endpoint without its query, which may differ by order: an endpoint is disabled as a whole. */
export function endpointOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}
