/** Records of notifications during their delivery, and the ports to the store. */
import { MINUTE_MS } from '../../contract/durations.ts';
import type { NotificationState, NotificationTry } from '../../core/ports/index.ts';

/**
 * The first notification in its order's queue, claimed for sending. Its next due time is already set as if this attempt
 * had failed.
 */
export interface ClaimedNotification {
  readonly key: number;
  /** The key of the queue: of an order, or of a session for the event of its checkout. */
  readonly orderKey: number;
  /** The order whose support code is sent; null for a checkout that made no attempt. */
  readonly codeOrderKey: number | null;
  readonly merchantKey: number;
  readonly url: string;
  /** The body, as JSON text. */
  readonly body: string;
  /** Number of attempts, including this one. */
  readonly tries: number;
  /** The time of the last request to resend; null if there was none. */
  readonly resentAt: number | null;
  /** Version of the order's queue, which changes when a notification is added. */
  readonly changes: number;
}

export type NotificationEnd = Exclude<NotificationState, 'WAITING'>;

export interface DueReceiver {
  readonly receiver: string;
  readonly dueAt: number;
}

export interface SigningKey {
  readonly generation: number;
  readonly sealed: Uint8Array;
  readonly createdAt: number;
  /** The time at which the key stops signing; null if none is set. */
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
   * @param pauses milliseconds until the next attempt if the one that starts now fails: `TRIES_MAX` values, indexed by
   *   the number of earlier attempts
   */
  claim(receiver: string, now: number, limit: number, pauses: readonly number[]): Promise<ClaimedNotification[]>;
  recordFailure(claimed: ClaimedNotification, tried: NotificationTry, dueAt: number): Promise<void>;
  /**
   * @returns the receiver of the order's next notification, if there is one; also undefined if another process has
   *   claimed the order's queue
   */
  recordEnd(
    claimed: ClaimedNotification,
    end: NotificationEnd,
    at: number,
    tried?: NotificationTry,
  ): Promise<string | undefined>;
  /**
   * Ends the holds of an order's notifications at this time, unless they end earlier.
   * @returns the receiver of the order's first notification, if one waits
   */
  shortenHold(orderKey: number, at: number): Promise<string | undefined>;
  /** A merchant's disabled endpoints, and when each was disabled. */
  switchedOff(merchantKey: number): Promise<ReadonlyMap<string, number>>;
  switchOff(merchantKey: number, url: string, at: number): Promise<void>;
  switchOn(merchantKey: number, url: string): Promise<void>;
  /** The merchant's signing keys, the newest first. */
  signingKeys(merchantKey: number): Promise<SigningKey[]>;
  /** @returns false if another process has stored this generation first */
  addSigningKey(merchantKey: number, key: Omit<SigningKey, 'retiredAt'>): Promise<boolean>;
}

/** Minimum pause between two attempts of a notification. Some shops refuse a repeated body within that time. */
export const PAUSE_MS_MIN = MINUTE_MS;

/** Identifies an endpoint without its query, which may differ between orders: an endpoint is disabled as a whole. */
export function endpointOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}
